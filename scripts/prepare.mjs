import { fileURLToPath } from 'node:url';
import { checkout } from './checkout.mjs';
import { isStillBuilt } from './build-stamp.mjs';
import { installIfStale } from './install.mjs';
import { withProgress } from './progress.mjs';
import { runQuietly } from './quiet-command.mjs';

const buildScript = fileURLToPath(new URL('./build.mjs', import.meta.url));

/** Installs and builds what is missing or stale, and says so on the stream. */
export async function prepare(stream = process.stdout) {
  await prepareToCheck(stream);
  await orEnd(buildIfStale, stream);
}

/** Installs what is missing or stale. */
export async function prepareToCheck(stream = process.stdout) {
  await orEnd(installIfStale, stream);
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
