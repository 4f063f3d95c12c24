import { describe, expect, it } from '@jest/globals';
import { Backoff } from './backoff.js';

describe('Backoff', () => {
  it('doubles the delay up to a maximum, and resets it after a long connection', () => {
    const backoff = new Backoff(() => 1);
    const delays = Array.from({ length: 8 }, () => backoff.nextDelayMs(0));
    expect(delays).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
    expect(backoff.nextDelayMs(9_000)).toBe(10_000);
    expect(backoff.nextDelayMs(60_000)).toBe(250);
  });

  it('waits at least half of the delay', () => {
    expect(new Backoff(() => 0).nextDelayMs(0)).toBe(125);
  });
});
