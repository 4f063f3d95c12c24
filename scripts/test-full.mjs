import { availableParallelism } from 'node:os';
import { requireSupportedNode } from './node-version.mjs';

requireSupportedNode();
const { prepare } = await import('./prepare.mjs');
const { installSystemPackages } = await import('./system-packages.mjs');
const { runTests } = await import('./run-tests.mjs');

await prepare();
await installSystemPackages([
  { command: 'redis-server', packageName: 'redis-server' },
  { command: 'chromium', packageName: 'chromium' },
]);
const [pattern = '', ...options] = process.argv.slice(2);
// Half of these suites wait for processes to die and to come back: one more of them than there are cores keeps these busy.
const workers = `--maxWorkers=${availableParallelism() + 1}`;
const isChosen = options.some((option) => /^(--maxWorkers|-w|--runInBand|-i)\b/.test(option));
await runTests([
  ...options,
  ...(isChosen ? [] : [workers]),
  `--testPathPatterns=${pattern}.*\\.full\\.spec\\.ts$`,
]);
