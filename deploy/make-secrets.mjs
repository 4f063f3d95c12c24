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

/** A folder for each, so that neither database nor queue ever sees the key that opens the provider keys stored there. */
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
// Redis reads it as a user of its own, whose number is its image's business; nobody else has this folder.
keep(join(queueFolder, 'redis.conf'), root, () => `requirepass ${queuePassword}\n`, 0o444);
keep(join(gatewayFolder, 'redis-url'), gatewayUser, () => `redis://:${queuePassword}@redis:6379`);

/** Earlier versions let the gateway work as the superuser. */
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

/** What is there stays: it is what the others have been using since it was made. */
function keep(path, owner, make, mode = 0o400) {
  const isThere = existsSync(path);
  if (!isThere) createOnce(path, owner, { content: make(), mode });
  process.stdout.write(`${path} ${isThere ? 'already exists' : 'was created'}.\n`);
}

/** Renaming makes the file appear whole and in the right hands or not at all, whenever this process is killed. */
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
