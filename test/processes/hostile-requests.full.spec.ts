import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const FUZZ = new URL('../../fuzz/', import.meta.url);

/** Other suites run at the same time, and what it looks for takes seconds. */
const SLOW_MS = '1000';

describe('hostile requests', () => {
  it('do not delay other requests, and do not exceed the memory', async () => {
    // One in sixteen, and each kind that has caused harm before; `npm run fuzz` runs all of them.
    const { exitCode, said } = await run('stall.mjs', ['--every', '16', '--slow-ms', SLOW_MS]);
    expect(said).not.toContain('FAILED');
    expect(exitCode).toBe(0);
  }, 900_000);

  it('get a response that is no internal error, however they are changed', async () => {
    // The whole of it is `npm run fuzz`.
    const options = ['--requests', '1500', '--seed', '20261115', '--slow-ms', SLOW_MS];
    const { exitCode, said } = await run('run.mjs', options);
    expect(said).not.toContain('FAILED');
    expect(exitCode).toBe(0);
  }, 900_000);
});

function run(script: string, options: string[]): Promise<{ exitCode: number | null; said: string }> {
  const { PATH = '', HOME = '/' } = process.env;
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--no-warnings', fileURLToPath(new URL(script, FUZZ)), ...options],
      { env: { PATH, HOME } },
      (_, stdout, stderr) => resolve({ exitCode: child.exitCode, said: stdout + stderr }),
    );
  });
}
