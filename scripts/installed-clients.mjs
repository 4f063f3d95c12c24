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
/** Lets modules of other folders import the packages that are installed next to it. */
const LOADER = 'load.mjs';

/** The error codes of npm if the registry is unreachable or refuses access. */
const NO_REGISTRY =
  /\b(E(NOTFOUND|CONNREFUSED|CONNRESET|TIMEDOUT|AI_AGAIN|NETUNREACH|401|403|404)|ENOTCACHED)\b/;

/** The folder of the clients whose versions are pinned in `source`. Checkouts with the same pins share it. */
export function findInstalledClients(source) {
  const folder = join(CACHE, createHash('sha256').update(readPins(source)).digest('hex').slice(0, 16));
  const paths = { folder, modules: join(folder, 'node_modules'), loader: join(folder, LOADER) };
  return { ...paths, isInstalled: existsSync(paths.loader) };
}

/**
 * Installs the pinned clients, unless they are installed. Returns their folder, or the reason why they cannot be
 * installed. Runs no install scripts: binaries are started from their packages.
 */
export async function installClients(what, source) {
  const { isInstalled, folder, ...paths } = findInstalledClients(source);
  if (isInstalled) return paths;
  try {
    await withCheckoutLock((recordChild) =>
      withProgress(`Installing ${what}`, () => installInto(folder, source, recordChild)),
    );
    return paths;
  } catch (error) {
    if (!NO_REGISTRY.test(error.message)) throw error;
    const line = error.message.split('\n').find((text) => NO_REGISTRY.test(text));
    return { reason: `npm cannot install them here: ${line}` };
  }
}

/** Installs into a temporary folder and renames it, so that no other process finds an incomplete one. */
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
    // Another checkout may have installed it in the meantime.
    if (!existsSync(folder)) renameSync(partial, folder);
  } finally {
    process.off('exit', removePartial);
    removePartial();
  }
}

function readPins(source) {
  return FILES.map((name) => readFileSync(fileURLToPath(new URL(name, source)), 'utf8')).join('');
}
