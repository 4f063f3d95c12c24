import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { requireSupportedNode } from './node-version.mjs';

/** The exit code of a guard that cannot judge here, and has said why. */
const NOT_JUDGED = 3;

requireSupportedNode();
const { prepare } = await import('./prepare.mjs');
const { installSystemPackages } = await import('./system-packages.mjs');
const { runTests } = await import('./run-tests.mjs');
const { startProvingContainers } = await import('./prove-containers.mjs');

await prepare();
const [pattern = '', ...options] = process.argv.slice(2);
// A part of the suites is asked for to see just that part.
const isWhole = pattern === '';
// Programs come from one place and libraries from another: neither waits for the other.
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
    // Helm's chart is rendered with what Helm renders with.
    { command: 'go', packageName: 'golang-go' },
    {
      folder: '/usr/share/gocode/src/github.com/Masterminds/sprig',
      packageName: 'golang-github-masterminds-sprig-dev',
    },
    { folder: '/usr/share/gocode/src/gopkg.in/yaml.v3', packageName: 'golang-gopkg-yaml.v3-dev' },
    { command: 'haproxy', packageName: 'haproxy' },
  ]);
}

/** Answers why the libraries cannot be had, where they cannot. Agents say that themselves, when they are to run. */
async function installClients() {
  const { installLibraries } = await import('../test/client-libraries/install.mjs');
  const { installAgents } = await import('../test/agents/install.mjs');
  const reason = await installLibraries();
  if (isWhole) await installAgents();
  return reason;
}

/** What nothing else may run beside, once that has ended which may. */
async function runAlone() {
  const tallies = [await endContainers(), await runAgents(), await guardCost(), await guardOverload()];
  const [passed, failed] = ['passed', 'failed'].map((key) =>
    tallies.reduce((sum, tally) => sum + tally[key], 0),
  );
  return { passed, failed };
}

/** The coding agents themselves; all that they are run for is in `npm run test:agents`. */
async function runAgents() {
  console.log('\nCoding agents with every kind of provider (test/agents):');
  const { testAgents } = await import('../test/agents/index.mjs');
  return testAgents({ isBrief: true });
}

/** Whether a request costs about as much as was committed: measured once nothing else runs here any more. */
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
