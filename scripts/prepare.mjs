import { fileURLToPath } from 'node:url';
import { checkout } from './checkout.mjs';
import { isBuilt } from './build-stamp.mjs';
import { installIfStale } from './install.mjs';
import { withProgress } from './progress.mjs';
import { runQuietly } from './quiet-command.mjs';

const buildScript = fileURLToPath(new URL('./build.mjs', import.meta.url));

/** Installs and builds what is missing or stale. */
export async function prepare() {
  await prepareToCheck();
  await orEnd(buildIfStale);
}

/** Installs what is missing or stale. */
export async function prepareToCheck() {
  await orEnd(installIfStale);
}

/** In a process of its own: the compiler would stay in memory for as long as the service runs. */
async function buildIfStale() {
  if (isBuilt()) return;
  await withProgress('Building', () =>
    runQuietly('The build', [process.execPath, buildScript], { cwd: checkout.root }),
  );
}

/** Faults here are for people to read: on stdout, without a stack. */
async function orEnd(step) {
  try {
    await step();
  } catch (error) {
    console.log(error.message);
    process.exit(1);
  }
}
