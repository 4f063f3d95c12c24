import { describe, expect, it } from '@jest/globals';
import { computeDelayMs } from './schedule.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const exactly = { random: () => 0.5 };

describe('computeDelayMs', () => {
  it('increases the delay, and gives up after the tenth attempt', () => {
    const delaysMs = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((failed) => computeDelayMs(failed, exactly));
    expect(delaysMs).toEqual([
      5_000,
      5 * MINUTE_MS,
      30 * MINUTE_MS,
      2 * HOUR_MS,
      5 * HOUR_MS,
      10 * HOUR_MS,
      14 * HOUR_MS,
      20 * HOUR_MS,
      24 * HOUR_MS,
      undefined,
    ]);
  });

  it('gives up if crashes have used more attempts than there are', () => {
    expect(computeDelayMs(11)).toBeUndefined();
  });

  it('varies by a tenth in both directions', () => {
    expect(computeDelayMs(1, { random: () => 0 })).toBe(4_500);
    expect(computeDelayMs(1, { random: () => 1 })).toBe(5_500);
    const delaysMs = Array.from({ length: 200 }, () => computeDelayMs(3) ?? 0);
    expect(Math.min(...delaysMs)).toBeGreaterThanOrEqual(27 * MINUTE_MS);
    expect(Math.max(...delaysMs)).toBeLessThanOrEqual(33 * MINUTE_MS);
    expect(new Set(delaysMs).size).toBeGreaterThan(100);
  });

  it('uses the delay that the receiver requests if it is longer, up to a day', () => {
    expect(computeDelayMs(1, { ...exactly, retryAfterMs: 120_000 })).toBe(120_000);
    expect(computeDelayMs(1, { ...exactly, retryAfterMs: 1_000 })).toBe(5_000);
    expect(computeDelayMs(1, { ...exactly, retryAfterMs: 48 * HOUR_MS })).toBe(24 * HOUR_MS);
  });

  it('gives up after the last attempt even if the receiver requests another', () => {
    expect(computeDelayMs(10, { retryAfterMs: 1_000 })).toBeUndefined();
  });
});
