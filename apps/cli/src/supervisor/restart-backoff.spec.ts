import { describe, expect, it } from '@jest/globals';
import { RestartBackoff } from './restart-backoff.js';

describe('RestartBackoff', () => {
  it('doubles the delay from 250 ms to 10 s', () => {
    const backoff = new RestartBackoff();
    const delays = Array.from({ length: 8 }, () => backoff.delayAfterRun(0));
    expect(delays).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
  });

  it('resets the delay after a run that was healthy for 30 s', () => {
    const backoff = new RestartBackoff();
    backoff.delayAfterRun(0);
    expect(backoff.delayAfterRun(29_999)).toBe(500);
    expect(backoff.delayAfterRun(30_000)).toBe(250);
    expect(backoff.delayAfterRun(0)).toBe(500);
  });
});
