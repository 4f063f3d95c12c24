import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const CHAOS = fileURLToPath(new URL('../../chaos/usage/run.mjs', import.meta.url));

describe('streams that are cut, through processes that are killed', () => {
  it('leave one row of usage for each request that the upstream received', async () => {
    // The whole of it is `npm run chaos:usage`.
    const { exitCode, said } = await run(['--streams', '150', '--kills', '4']);
    expect(said).toContain('all checks hold.');
    expect(exitCode).toBe(0);
  }, 180_000);
});

function run(options: string[]): Promise<{ exitCode: number | null; said: string }> {
  const { PATH = '', HOME = '/' } = process.env;
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--no-warnings', CHAOS, ...options],
      { env: { PATH, HOME } },
      (_, stdout, stderr) => resolve({ exitCode: child.exitCode, said: stdout + stderr }),
    );
  });
}
