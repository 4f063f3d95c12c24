import { requireSupportedNode } from './node-version.mjs';

/** The exit code of a check that cannot run here. It has printed the reason. */
const NOT_JUDGED = 3;

requireSupportedNode();
const { prepare } = await import('./prepare.mjs');
await prepare();
const { installLibraries } = await import('../test/client-libraries/install.mjs');
const { runTests } = await import('./run-tests.mjs');

const reason = await installLibraries();
if (reason === undefined) {
  await runTests([...process.argv.slice(2), '--testPathPatterns=\\.libraries\\.spec\\.ts$']);
} else {
  console.log(`The client libraries are skipped: ${reason}`);
  process.exitCode = NOT_JUDGED;
}
