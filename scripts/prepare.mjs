import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { checkout } from './checkout.mjs';
import { isStillBuilt } from './build-stamp.mjs';
import { installIfStale } from './install.mjs';
import { withProgress } from './progress.mjs';
import { runQuietly } from './quiet-command.mjs';

const buildScript = fileURLToPath(new URL('./build.mjs', import.meta.url));

/** Where the configuration of a program is wrong: EX_CONFIG of sysexits.h. */
const CONFIG_EXIT_CODE = 78;

/** Installs and builds what is missing or stale, and says so on the stream. In production it does neither. */
export async function prepare(stream = process.stdout) {
  if (process.env.NODE_ENV === 'production') return requirePrepared(stream);
  await prepareToCheck(stream);
  await orEnd(buildIfStale, stream);
}

/** Installs what is missing or stale. */
export async function prepareToCheck(stream = process.stdout) {
  await orEnd(installIfStale, stream);
}

/** The console's types of the admin API are written by the build, and the checks read them. */
export async function writeTypes(stream = process.stdout) {
  if (isStillBuilt() && existsSync(checkout.webTypes)) return;
  await orEnd(() => withProgress('Building', build, stream), stream);
}

/** Whoever runs a service decides when its code changes: what is there is run as it is. */
function requirePrepared(stream) {
  if (existsSync(checkout.modules) && existsSync(checkout.commandLine)) return;
  const what = existsSync(checkout.modules)
    ? 'is not built: run "npm run build"'
    : 'has no installed packages: run "npm ci"';
  stream.write(`This checkout ${what}. With NODE_ENV=production nothing is installed or built.\n`);
  process.exit(CONFIG_EXIT_CODE);
}

async function buildIfStale(stream) {
  if (!isStillBuilt()) await withProgress('Building', build, stream);
}

/** In a process of its own: the compiler would stay in memory for as long as the service runs. */
function build() {
  return runQuietly('The build', [process.execPath, buildScript], { cwd: checkout.root });
}

/** Faults here are for people to read: without a stack. */
async function orEnd(step, stream) {
  try {
    await step(stream);
  } catch (error) {
    stream.write(`${error.message}\n`);
    process.exit(1);
  }
}
