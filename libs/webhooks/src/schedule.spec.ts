import { describe, expect, it } from '@jest/globals';
import { nextDelayMs } from './schedule.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const exactly = { random: () => 0.5 };

describe('nextDelayMs', () => {
  it('waits longer each time, and gives up after the tenth attempt', () => {
    const delaysMs = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((failed) => nextDelayMs(failed, exactly));
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

  it('gives up, too, where a crash has cost more attempts than there are', () => {
    expect(nextDelayMs(11)).toBeUndefined();
  });

  it('strays by a tenth to either side', () => {
    expect(nextDelayMs(1, { random: () => 0 })).toBe(4_500);
    expect(nextDelayMs(1, { random: () => 1 })).toBe(5_500);
    const delaysMs = Array.from({ length: 200 }, () => nextDelayMs(3) ?? 0);
    expect(Math.min(...delaysMs)).toBeGreaterThanOrEqual(27 * MINUTE_MS);
    expect(Math.max(...delaysMs)).toBeLessThanOrEqual(33 * MINUTE_MS);
    expect(new Set(delaysMs).size).toBeGreaterThan(100);
  });

  it('waits as long as the receiver asks for, where that is longer, up to a day', () => {
    expect(nextDelayMs(1, { ...exactly, retryAfterMs: 120_000 })).toBe(120_000);
    expect(nextDelayMs(1, { ...exactly, retryAfterMs: 1_000 })).toBe(5_000);
    expect(nextDelayMs(1, { ...exactly, retryAfterMs: 48 * HOUR_MS })).toBe(24 * HOUR_MS);
  });

  it('gives up after the last attempt even where the receiver asks for another', () => {
    expect(nextDelayMs(10, { retryAfterMs: 1_000 })).toBeUndefined();
  });
});
