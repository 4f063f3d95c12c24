import { describe, expect, it } from '@jest/globals';
import { runChaos } from './run-chaos.js';

describe("videos and chats, while the gateway's database or Redis fails repeatedly", () => {
  // They do not affect each other, and mostly wait. `npm run chaos:database` runs them many times.
  it.concurrent.each([
    ['every kind of process of the embedded database is killed', 'embedded', '22'],
    ['Redis is killed and comes back empty', 'redis', '8'],
    ['an external database is restarted', 'external', '9'],
  ])(
    '%s: every task ends once, no chat fails, and everything is idle in the end',
    async (_name, mode, kills) => {
      const { exitCode, said } = await runChaos('database/run.mjs', ['--mode', mode, '--kills', kills]);
      expect(said).toContain('All checks pass.');
      expect(exitCode).toBe(0);
    },
    300_000,
  );
});
