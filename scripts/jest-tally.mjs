import { writeFileSync } from 'node:fs';

/** Writes the totals of a run to the file that scripts/run-tests.mjs has named. */
export default class TallyReporter {
  onRunComplete(_contexts, results) {
    const file = process.env.MODELGATE_TALLY_FILE;
    if (file === undefined) return;
    const tally = {
      passed: results.numPassedTests,
      // A suite that cannot be loaded has no tests, but it counts as failed.
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
    };
    writeFileSync(file, JSON.stringify(tally));
  }
}
