/**
 * Streams that clients and the upstream break off at random, through API processes that are killed at random; then the
 * usage rows are compared with the upstream's own ledger.
 *
 *   node chaos/usage/run.mjs --streams 5000 --kills 50 --seed 7
 *
 * Run it after a build. Ends with 1 where a check does not hold; its logs and data are then kept, as with --keep.
 */
import { readArguments } from './arguments.mjs';
import { Gateways } from './gateways.mjs';
import { describeRun } from './report.mjs';
import { runOnce } from './run-once.mjs';

/** What has to end when we do, the newest first. */
const running = [];
let isInterrupted = false;

const { keep, ...wishes } = readArguments(process.argv.slice(2));
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    isInterrupted = true;
    void stopAll().then(() => process.exit(130));
  });
}
const { streams, kills, processes, seed } = wishes;
print(`Seed ${seed}: ${streams} streams and ${kills} kills, over ${processes} processes.\n`);
const gateways = new Gateways();
let isKept = keep;
running.push(() => (isKept ? undefined : gateways.remove()));
try {
  const outcome = await runOnce({ ...wishes, gateways, onStop: (stop) => running.push(stop) });
  print(describeRun({ ...outcome, folder: gateways.folder }));
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

async function stopAll() {
  for (const stop of running.splice(0).toReversed()) {
    await Promise.resolve(stop()).catch((error) => print(`${error.message}\n`));
  }
}

function print(text) {
  process.stdout.write(text);
}
