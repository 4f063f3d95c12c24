import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkout } from './checkout.mjs';

/**
 * Suites create many short-lived objects. A larger young generation saves a fifth of the time of garbage collection.
 */
const NODE_OPTIONS = ['--no-warnings', '--max-semi-space-size=64'];

let isInterrupted = false;

/** Runs Jest, then the tests that must run alone, and prints the totals as the last line. */
export async function runTests(args, runAlone = async () => ({ passed: 0, failed: 0 })) {
  const folder = mkdtempSync(join(tmpdir(), 'modelgate-test-'));
  const tallyFile = join(folder, 'tally.json');
  const exitCode = await runJest(args, tallyFile);
  const tallies = [readTally(tallyFile, exitCode)];
  rmSync(folder, { recursive: true, force: true });
  if (!isInterrupted) tallies.push(await runAlone());
  const [passed, failed] = ['passed', 'failed'].map((key) =>
    tallies.reduce((sum, tally) => sum + tally[key], 0),
  );
  // Not process.exit(), which could cut off the last line if the output is a slow pipe.
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
  console.log(`${passed} passed, ${failed} failed`);
}

function runJest(args, tallyFile) {
  const child = spawn(
    process.execPath,
    [...NODE_OPTIONS, join(checkout.modules, 'jest', 'bin', 'jest.js'), ...args],
    { cwd: checkout.root, stdio: 'inherit', env: { ...process.env, MODELGATE_TALLY_FILE: tallyFile } },
  );
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => {
      isInterrupted = true;
      child.kill(signal);
    });
  return new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/** Counts at least one failure if Jest failed, even if it wrote no totals. */
function readTally(tallyFile, exitCode) {
  try {
    const { passed, failed } = JSON.parse(readFileSync(tallyFile, 'utf8'));
    return { passed, failed: exitCode === 0 ? failed : Math.max(failed, 1) };
  } catch {
    return { passed: 0, failed: exitCode === 0 ? 0 : 1 };
  }
}
