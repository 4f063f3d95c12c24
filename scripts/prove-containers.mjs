import { spawn } from 'node:child_process';
import { checkout } from './checkout.mjs';
import { join } from 'node:path';

/** The exit code of a script that cannot judge here, and has said why. */
const NOT_JUDGED = 77;

/**
 * Begins to prove the image and the Compose files (test/containers/prove.sh), with what this checkout has built. Half of that
 * time it waits, so other tests run beside it, and before it. Answers a function that waits for its end, prints its table
 * and tells how it went.
 */
export function startProvingContainers() {
  const script = join(checkout.root, 'test/containers/prove.sh');
  const child = spawn('nice', ['-n', '5', script, '--built'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text));
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  const ended = new Promise((resolve) => {
    child.once('error', (error) => {
      printed += `${error.message}\n`;
      resolve(1);
    });
    child.once('close', (code) => resolve(code ?? 1));
  });
  return async () => report(await ended, printed);
}

function report(code, printed) {
  const lines = printed.trim().split('\n');
  if (code === NOT_JUDGED) {
    console.log(`\n${lines.at(-1)}`);
    return { passed: 0, failed: 0 };
  }
  const [, passed = '0', failed = '1'] = /^(\d+) passed, (\d+) failed$/.exec(lines.at(-1)) ?? [];
  // What came before the table is of interest where something failed.
  const table = lines.findIndex((line) => line.startsWith('result'));
  const shown = code === 0 ? lines.slice(table, -1) : lines;
  console.log(`\nThe image and the Compose files (test/containers/prove.sh):\n${shown.join('\n')}`);
  return { passed: Number(passed), failed: code === 0 ? Number(failed) : Math.max(1, Number(failed)) };
}
