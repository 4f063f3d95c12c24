import { spawn } from 'node:child_process';
import { checkout } from './checkout.mjs';
import { join } from 'node:path';

/** The exit code of a script that cannot run here. It has printed the reason. */
const NOT_JUDGED = 77;

/**
 * Starts the tests of the image and the Compose files (test/containers/prove.sh) with the build of this checkout. They
 * wait half of the time, so other tests run at the same time. Returns a function that waits for their end, prints their
 * table and returns the totals.
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
  // The lines before the table help only if a test failed.
  const table = lines.findIndex((line) => line.startsWith('result'));
  const shown = code === 0 ? lines.slice(table, -1) : lines;
  console.log(`\nThe image and the Compose files (test/containers/prove.sh):\n${shown.join('\n')}`);
  return { passed: Number(passed), failed: code === 0 ? Number(failed) : Math.max(1, Number(failed)) };
}
