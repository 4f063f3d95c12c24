import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const CHAOS = fileURLToPath(new URL('../../chaos/database/run.mjs', import.meta.url));

describe('videos and chats, while what the gateway stands on fails again and again', () => {
  // They do not disturb each other, and most of what each does is waiting. `npm run chaos:database` runs them many times.
  it.concurrent.each([
    ['every kind of process of the embedded database is killed', 'embedded', '22'],
    ['Redis is killed and comes back empty', 'redis', '8'],
    ['an external database is restarted', 'external', '9'],
  ])(
    '%s: every task ends once, no chat fails, and all is idle again',
    async (_name, mode, kills) => {
      const { exitCode, said } = await run(['--mode', mode, '--kills', kills]);
      expect(said).toContain('All checks hold.');
      expect(exitCode).toBe(0);
    },
    300_000,
  );
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
