import { describe, expect, it } from '@jest/globals';
import { runChaos } from './run-chaos.js';

describe('streams that are cut, with processes that are killed', () => {
  it('leave one row of usage for each request that the upstream received', async () => {
    // The whole of it is `npm run chaos:usage`.
    const { exitCode, said } = await runChaos('usage/run.mjs', ['--streams', '150', '--kills', '4']);
    expect(said).toContain('All checks pass');
    expect(exitCode).toBe(0);
  });
});
