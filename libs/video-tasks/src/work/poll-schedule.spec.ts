import { describe, expect, it } from '@jest/globals';
import { DEFAULT_POLL_TIMES, nextPollAfterFaultMs, nextPollMs } from './poll-schedule.js';

const middle = (): number => 0.5;

describe('the next poll', () => {
  it.each([
    [0, 2_000],
    [1_000, 2_000],
    [100_000, 10_000],
    [10_000_000, 30_000],
  ])('comes, %i ms after the submission, in %i ms', (elapsedMs, expectedMs) => {
    expect(nextPollMs(elapsedMs, DEFAULT_POLL_TIMES, middle)).toBe(expectedMs);
  });

  it.each([
    [0, undefined, 2_000],
    [3, undefined, 16_000],
    [50, undefined, 60_000],
    [0, '7', 7_000],
    [0, '0', 2_000],
    [0, '86400', 300_000],
    [1, 'tomorrow', 4_000],
  ])('comes after %i faults and the advice %s in %i ms', (faults, advice, expectedMs) => {
    expect(nextPollAfterFaultMs(faults, DEFAULT_POLL_TIMES, { advice, random: middle })).toBe(expectedMs);
  });
});
