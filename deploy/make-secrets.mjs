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

/** Two folders, so that the database never sees the key that opens the provider keys stored in it. */
const [gatewayFolder, databaseFolder] = process.argv.slice(2);
const root = 0;
const gatewayUser = 10_001;

for (const folder of [gatewayFolder, databaseFolder]) giveFolder(folder);

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
function keep(path, owner, make) {
  const isThere = existsSync(path);
  if (!isThere) createOnce(path, owner, make());
  process.stdout.write(`${path} ${isThere ? 'is there already' : 'has been made'}.\n`);
}

/** Renaming makes the file appear whole and in the right hands or not at all, whenever this process is killed. */
function createOnce(path, owner, content) {
  const draft = `${path}.draft`;
  rmSync(draft, { force: true });
  writeFileSync(draft, content, { mode: 0o400, flag: 'wx', flush: true });
  chownSync(draft, owner, owner);
  renameSync(draft, path);
  syncFolder(dirname(path));
}

function syncFolder(folder) {
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
