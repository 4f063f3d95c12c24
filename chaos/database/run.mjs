/**
 * Repeatedly kills every kind of database process or Redis, or restarts an external database, while clients submit
 * videos and chat requests. Afterwards every task has ended once, no chat has failed, and the processes are as idle as
 * before.
 *
 *   node chaos/database/run.mjs --mode embedded|redis|external|all --kills 30 --seed 7 --runs 20
 *
 * Run it after a build. Exits with 1 if a check fails. The logs and data are then kept, as with --keep.
 */
import { installSystemPackages } from '../../scripts/system-packages.mjs';
import { runAndReport, print } from '../run-and-report.mjs';
import { Installation } from '../installation.mjs';
import { readArguments } from './arguments.mjs';
import { describeRun } from './report.mjs';
import { runOnce } from './run-once.mjs';

const { modes, runs, seed, keep, ...options } = readArguments(process.argv.slice(2));
if (modes.includes('redis')) {
  await installSystemPackages([{ command: 'redis-server', packageName: 'redis-server' }]);
}
let passed = 0;
for (let run = 0; run < runs; run += 1) {
  for (const mode of modes) {
    const failuresBefore = process.exitCode;
    process.exitCode = 0;
    const installation = new Installation();
    await runAndReport({
      place: installation,
      keep,
      run: (onStop) => runOnce({ ...options, seed: seed + run, mode, installation, onStop }),
      describe: describeRun,
    }).catch((error) => {
      process.exitCode = 1;
      print(`The run failed: ${error.stack}\n`);
    });
    if (process.exitCode === 0) passed += 1;
    else print(`Seed ${seed + run} with ${mode} did not pass.\n`);
    process.exitCode = process.exitCode || failuresBefore;
  }
}
print(`${passed} of ${runs * modes.length} runs passed.\n`);
