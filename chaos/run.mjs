/**
 * Repeatedly kills every process but the upstream while clients submit videos, and then checks that nothing was lost.
 *
 *   node chaos/run.mjs --tasks 300 --kills 60 --seed 7 --backend postgres|redis|both
 *
 * Run it after a build. Exits with 1 if a check fails. The logs and data are then kept, as with --keep.
 */
import { readArguments } from './arguments.mjs';
import { runAndReport, print } from './run-and-report.mjs';
import { Installation } from './installation.mjs';
import { describeRun } from './report.mjs';
import { runOnce } from './run-once.mjs';
import { installSystemPackages } from '../scripts/system-packages.mjs';

const { backends, keep, ...options } = readArguments(process.argv.slice(2));
if (backends.includes('redis')) {
  await installSystemPackages([{ command: 'redis-server', packageName: 'redis-server' }]);
}
for (const backend of backends) {
  const { tasks, kills, seed } = options;
  print(`Seed ${seed}: ${tasks} submissions and ${kills} kills, with the queue in ${backend}.\n`);
  const installation = new Installation();
  await runAndReport({
    place: installation,
    keep,
    run: (onStop) => runOnce({ ...options, backend, installation, onStop }),
    describe: describeRun,
  });
}
