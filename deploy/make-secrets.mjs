import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** One folder per service, so that neither Postgres nor Redis can read the key that decrypts the provider keys. */
const [gatewayFolder, databaseFolder, queueFolder] = process.argv.slice(2);
const root = 0;
const gatewayUser = 10_001;

for (const folder of [gatewayFolder, databaseFolder, queueFolder]) giveFolder(folder);

const passwordFile = join(databaseFolder, 'password');
keep(passwordFile, root, () => randomBytes(32).toString('hex'));
keep(join(gatewayFolder, 'secret.key'), gatewayUser, () => randomBytes(32).toString('base64'));
const applicationPasswordFile = join(databaseFolder, 'app-password');
keep(applicationPasswordFile, root, () => randomBytes(32).toString('hex'));
const addressFile = join(gatewayFolder, 'database-url');
dropSuperuserAddress();
keep(addressFile, gatewayUser, () => {
  const password = readFileSync(applicationPasswordFile, 'utf8');
  return `postgres://modelgate_app:${password}@postgres:5432/modelgate`;
});

const queuePasswordFile = join(queueFolder, 'password');
keep(queuePasswordFile, root, () => randomBytes(32).toString('hex'));
const queuePassword = readFileSync(queuePasswordFile, 'utf8');
// Readable for every user, because the image of Redis determines its user. Only Redis mounts this folder.
keep(join(queueFolder, 'redis.conf'), root, () => `requirepass ${queuePassword}\n`, 0o444);
keep(join(gatewayFolder, 'redis-url'), gatewayUser, () => `redis://:${queuePassword}@redis:6379`);

/** In earlier versions the gateway connected as the superuser. */
function dropSuperuserAddress() {
  const [password, address] = [passwordFile, addressFile].map(
    (path) => existsSync(path) && readFileSync(path, 'utf8'),
  );
  if (address === `postgres://modelgate:${password}@postgres:5432/modelgate`) rmSync(addressFile);
}

function giveFolder(folder) {
  chownSync(folder, root, root);
  chmodSync(folder, 0o755);
}

/** An existing secret is kept, because the services use it. */
function keep(path, owner, make, mode = 0o400) {
  const isThere = existsSync(path);
  if (!isThere) createOnce(path, owner, { content: make(), mode });
  process.stdout.write(`${path} ${isThere ? 'already exists' : 'was created'}.\n`);
}

/** Renaming creates the file atomically with its content and owner, even if this process is killed. */
function createOnce(path, owner, { content, mode }) {
  const draft = `${path}.draft`;
  rmSync(draft, { force: true });
  writeFileSync(draft, content, { mode: 0o400, flag: 'wx', flush: true });
  chmodSync(draft, mode);
  chownSync(draft, owner, owner);
  renameSync(draft, path);
  syncFolder(dirname(path));
}

function syncFolder(folder) {
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
