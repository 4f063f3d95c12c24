import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withCheckoutLock } from './checkout-lock.mjs';
import { withProgress } from './progress.mjs';
import { runQuietly } from './quiet-command.mjs';

const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'modelgate', 'clients');
const FILES = ['package.json', 'package-lock.json'];
/** Lets a module from elsewhere import what is installed beside it. */
const LOADER = 'load.mjs';

/** What npm says where it cannot reach a registry, or is not let in. */
const NO_REGISTRY =
  /\b(E(NOTFOUND|CONNREFUSED|CONNRESET|TIMEDOUT|AI_AGAIN|NETUNREACH|401|403|404)|ENOTCACHED)\b/;

/** Where the clients that the folder at `source` pins are, or would be: one place for all checkouts that pin the same. */
export function findInstalledClients(source) {
  const folder = join(CACHE, createHash('sha256').update(readPins(source)).digest('hex').slice(0, 16));
  const paths = { folder, modules: join(folder, 'node_modules'), loader: join(folder, LOADER) };
  return { ...paths, isInstalled: existsSync(paths.loader) };
}

/**
 * Installs what is pinned, unless that was done already, and says where; or why it cannot be had. None of the install
 * scripts is run: what these would put in place is started where it lies.
 */
export async function installClients(what, source) {
  const { isInstalled, folder, ...paths } = findInstalledClients(source);
  if (isInstalled) return paths;
  try {
    await withCheckoutLock((noteHelper) =>
      withProgress(`Installing ${what}`, () => installInto(folder, source, noteHelper)),
    );
    return paths;
  } catch (error) {
    if (!NO_REGISTRY.test(error.message)) throw error;
    const line = error.message.split('\n').find((text) => NO_REGISTRY.test(text));
    return { reason: `npm cannot install them here: ${line}` };
  }
}

/** Beside its place first: whoever looks finds all of it, or nothing. */
async function installInto(folder, source, onStart) {
  const partial = `${folder}.${process.pid}`;
  const removePartial = () => rmSync(partial, { recursive: true, force: true });
  process.once('exit', removePartial);
  try {
    mkdirSync(partial, { recursive: true });
    for (const name of FILES) copyFileSync(new URL(name, source), join(partial, name));
    const command = ['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund'];
    await runQuietly('npm ci', command, { cwd: partial, onStart });
    writeFileSync(join(partial, LOADER), 'export default (name) => import(name);\n');
    // Another checkout may have been faster.
    if (!existsSync(folder)) renameSync(partial, folder);
  } finally {
    process.off('exit', removePartial);
    removePartial();
  }
}

function readPins(source) {
  return FILES.map((name) => readFileSync(fileURLToPath(new URL(name, source)), 'utf8')).join('');
}
