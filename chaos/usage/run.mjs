/**
 * Streams that clients and the upstream break off at random, through API processes that are killed at random; then the
 * usage rows are compared with the upstream's own ledger.
 *
 *   node chaos/usage/run.mjs --streams 5000 --kills 50 --seed 7
 *
 * Run it after a build. Ends with 1 where a check does not hold; its logs and data are then kept, as with --keep.
 */
import { conduct, print } from '../conduct.mjs';
import { readArguments } from './arguments.mjs';
import { Gateways } from './gateways.mjs';
import { describeRun } from './report.mjs';
import { runOnce } from './run-once.mjs';

const { keep, ...options } = readArguments(process.argv.slice(2));
const { streams, kills, processes, seed } = options;
print(`Seed ${seed}: ${streams} streams and ${kills} kills, over ${processes} processes.\n`);
const gateways = new Gateways();
await conduct({
  place: gateways,
  keep,
  run: (onStop) => runOnce({ ...options, gateways, onStop }),
  describe: describeRun,
});
