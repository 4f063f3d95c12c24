import { describe, expect, it } from '@jest/globals';
import { runChaos } from './run-chaos.js';

describe('videos, while processes are killed and the upstream fails', () => {
  it('are made once each, and those whose response was lost are found on later pages of the list', async () => {
    // The videos of a few seconds fill many pages of the list (chaos/setup.mjs). The whole of it is `npm run chaos`.
    const options = ['--tasks', '80', '--kills', '4', '--standstills', '0', '--backend', 'postgres'];
    const { exitCode, said } = await runChaos('run.mjs', options);
    expect(said).toContain('all checks pass.');
    expect(exitCode).toBe(0);
  }, 240_000);
});
