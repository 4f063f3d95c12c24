import { requireSupportedNode } from './node-version.mjs';

requireSupportedNode();
const { prepare } = await import('./prepare.mjs');
const { runTests } = await import('./run-tests.mjs');

await prepare();
await runTests([
  ...process.argv.slice(2),
  // At the end, because these options would take a following path as their value.
  '--testPathIgnorePatterns=/node_modules/',
  '--testPathIgnorePatterns=\\.(full|libraries)\\.spec\\.ts$',
]);
