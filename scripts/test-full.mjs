import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { requireSupportedNode } from './node-version.mjs';

/** The exit code of a guard that cannot measure here. It has printed the reason. */
const NOT_JUDGED = 3;

requireSupportedNode();
const { prepare } = await import('./prepare.mjs');
const { installSystemPackages } = await import('./system-packages.mjs');
const { runTests } = await import('./run-tests.mjs');
const { startProvingContainers } = await import('./prove-containers.mjs');

await prepare();
const [pattern = '', ...options] = process.argv.slice(2);
// With a pattern, only the matching suites run.
const isWhole = pattern === '';
// From different servers, so both at the same time.
const [, missing] = await Promise.all([installPrograms(), installClients()]);
if (missing !== undefined) console.log(`The client libraries are skipped: ${missing}`);
const suites = `--testPathPatterns=${pattern}.*\\.full\\.spec\\.ts$`;
const endContainers = isWhole ? startProvingContainers() : undefined;
await runTests([...options, suites], isWhole ? runAlone : undefined);

function installPrograms() {
  return installSystemPackages([
    { command: 'redis-server', packageName: 'redis-server' },
    { command: 'pgbouncer', packageName: 'pgbouncer' },
    { command: 'chromium-headless-shell', packageName: 'chromium-headless-shell' },
    // The tests render the Helm chart with the template libraries of Helm.
    { command: 'go', packageName: 'golang-go' },
    {
      folder: '/usr/share/gocode/src/github.com/Masterminds/sprig',
      packageName: 'golang-github-masterminds-sprig-dev',
    },
    { folder: '/usr/share/gocode/src/gopkg.in/yaml.v3', packageName: 'golang-gopkg-yaml.v3-dev' },
    { command: 'haproxy', packageName: 'haproxy' },
  ]);
}

/** Returns the reason if the libraries cannot be installed. The tests of the agents report that themselves. */
async function installClients() {
  const { installLibraries } = await import('../test/client-libraries/install.mjs');
  const { installAgents } = await import('../test/agents/install.mjs');
  const reason = await installLibraries();
  if (isWhole) await installAgents();
  return reason;
}

/** The tests that must run alone, after all others have ended. */
async function runAlone() {
  const tallies = [await endContainers(), await runAgents(), await guardCost(), await guardOverload()];
  const [passed, failed] = ['passed', 'failed'].map((key) =>
    tallies.reduce((sum, tally) => sum + tally[key], 0),
  );
  return { passed, failed };
}

/** A short run of the coding agents; `npm run test:agents` runs everything. */
async function runAgents() {
  console.log('\nCoding agents with every kind of provider (test/agents):');
  const { testAgents } = await import('../test/agents/index.mjs');
  return testAgents({ isBrief: true });
}

/** Compares the cost of a request with the committed figures. */
function guardCost() {
  console.log('\nOverhead of the gateway compared with a bare proxy (bench/guard.mjs):');
  return runGuard('../bench/guard.mjs');
}

function guardOverload() {
  console.log('\nFive times as many requests as the gateway can serve (bench/overload.mjs):');
  return runGuard('../bench/overload.mjs', '--quick', '--seconds', '30');
}

async function runGuard(path, ...options) {
  const guard = fileURLToPath(new URL(path, import.meta.url));
  const child = spawn(process.execPath, [guard, ...options], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, 'exit');
  const isJudged = code !== NOT_JUDGED;
  return { passed: isJudged && code === 0 ? 1 : 0, failed: isJudged && code !== 0 ? 1 : 0 };
}
