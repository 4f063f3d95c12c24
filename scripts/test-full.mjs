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
await runTests([...options, `--testPathPatterns=${pattern}.*\\.full\\.spec\\.ts$`]);
