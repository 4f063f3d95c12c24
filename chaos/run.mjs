/**
 * Kills everything but the upstream, again and again, while people order films; then looks whether anything was lost.
 *
 *   node chaos/run.mjs --tasks 300 --kills 60 --seed 7 --backend postgres|redis|both
 *
 * Run it after a build. Ends with 1 where a check does not hold; its logs and data are then kept, as with --keep.
 */
import { readArguments } from './arguments.mjs';
import { Installation } from './installation.mjs';
import { describeRun } from './report.mjs';
import { runOnce } from './run-once.mjs';
import { installSystemPackages } from '../scripts/system-packages.mjs';

/** What has to end when we do, the newest first. */
const running = [];
let isInterrupted = false;

const { backends, keep, ...wishes } = readArguments(process.argv.slice(2));
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    isInterrupted = true;
    void stopAll().then(() => process.exit(130));
  });
}
if (backends.includes('redis')) {
  await installSystemPackages([{ command: 'redis-server', packageName: 'redis-server' }]);
}
for (const backend of backends) await run(backend);

async function run(backend) {
  const { tasks, kills, seed } = wishes;
  print(`Seed ${seed}: ${tasks} orders and ${kills} kills, with the queue in ${backend}.\n`);
  const installation = new Installation();
  let isKept = keep;
  running.push(() => (isKept ? undefined : installation.remove()));
  try {
    const outcome = await runOnce({ ...wishes, backend, installation, onStop: (stop) => running.push(stop) });
    print(describeRun({ ...outcome, folder: installation.folder }));
    if (outcome.results.some(({ violations }) => violations.length > 0)) {
      isKept = true;
      process.exitCode = 1;
    }
  } catch (error) {
    if (!isInterrupted) isKept = true;
    throw error;
  } finally {
    await stopAll();
  }
}

async function stopAll() {
  for (const stop of running.splice(0).toReversed()) {
    await Promise.resolve(stop()).catch((error) => print(`${error.message}\n`));
  }
}

function print(text) {
  process.stdout.write(text);
}
