import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { checkout } from './checkout.mjs';
import { isStillBuilt } from './build-stamp.mjs';
import { installIfStale } from './install.mjs';
import { withProgress } from './progress.mjs';
import { runQuietly } from './quiet-command.mjs';

const buildScript = fileURLToPath(new URL('./build.mjs', import.meta.url));

/** EX_CONFIG of sysexits.h, for an invalid configuration. */
const CONFIG_EXIT_CODE = 78;

/** Installs and builds if needed, and reports it on the stream. With NODE_ENV=production it only checks. */
export async function prepare(stream = process.stdout) {
  if (process.env.NODE_ENV === 'production') return requirePrepared(stream);
  await prepareToCheck(stream);
  await exitOnError(buildIfStale, stream);
}

/** Installs the packages if needed. */
export async function prepareToCheck(stream = process.stdout) {
  await exitOnError(installIfStale, stream);
}

/** Builds if needed, because the checks read the console's types of the admin API, which the build writes. */
export async function writeTypes(stream = process.stdout) {
  if (isStillBuilt() && existsSync(checkout.webTypes)) return;
  await exitOnError(() => withProgress('Building', build, stream), stream);
}

/** A production service must not change its code at a restart, so this only checks that the checkout is ready. */
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

/** In a child process, because the compiler would stay in the memory of the service. */
function build() {
  return runQuietly('The build', [process.execPath, buildScript], { cwd: checkout.root });
}

/** Prints the message without the stack, and exits. */
async function exitOnError(step, stream) {
  try {
    await step(stream);
  } catch (error) {
    stream.write(`${error.message}\n`);
    process.exit(1);
  }
}
