/**
 * Sends streams that clients and the upstream abort at random, through API processes that are killed at random. Then it
 * compares the usage rows with the records of the upstream.
 *
 *   node chaos/usage/run.mjs --streams 5000 --kills 50 --seed 7
 *
 * Run it after a build. Exits with 1 if a check fails. The logs and data are then kept, as with --keep.
 */
import { runAndReport, print } from '../run-and-report.mjs';
import { readArguments } from './arguments.mjs';
import { Gateways } from './gateways.mjs';
import { describeRun } from './report.mjs';
import { runOnce } from './run-once.mjs';

const { keep, ...options } = readArguments(process.argv.slice(2));
const { streams, kills, processes, seed } = options;
print(`Seed ${seed}: ${streams} streams and ${kills} kills, over ${processes} processes.\n`);
const gateways = new Gateways();
await runAndReport({
  place: gateways,
  keep,
  run: (onStop) => runOnce({ ...options, gateways, onStop }),
  describe: describeRun,
});
