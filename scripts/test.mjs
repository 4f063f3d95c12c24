import { requireSupportedNode } from './node-version.mjs';

requireSupportedNode();
const { prepare } = await import('./prepare.mjs');
const { runTests } = await import('./run-tests.mjs');

await prepare();
await runTests([
  ...process.argv.slice(2),
  // Last: these options would swallow a path that follows them.
  '--testPathIgnorePatterns=/node_modules/',
  '--testPathIgnorePatterns=\\.(full|libraries)\\.spec\\.ts$',
]);
