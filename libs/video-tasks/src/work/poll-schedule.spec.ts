import { describe, expect, it } from '@jest/globals';
import { DEFAULT_POLL_TIMES, getPollAfterFaultMs, getNextPollMs } from './poll-schedule.js';

const middle = (): number => 0.5;

describe('the next poll', () => {
  it.each([
    [0, 2_000],
    [1_000, 2_000],
    [100_000, 10_000],
    [10_000_000, 30_000],
  ])('%i ms after the submission is due in %i ms', (elapsedMs, expectedMs) => {
    expect(getNextPollMs(elapsedMs, DEFAULT_POLL_TIMES, middle)).toBe(expectedMs);
  });

  it.each([
    [0, undefined, 2_000],
    [3, undefined, 16_000],
    [50, undefined, 60_000],
    [0, '7', 7_000],
    [0, '0', 2_000],
    [0, '86400', 300_000],
    [1, 'tomorrow', 4_000],
  ])('after %i faults and a Retry-After of %s is due in %i ms', (faults, advice, expectedMs) => {
    expect(getPollAfterFaultMs(faults, DEFAULT_POLL_TIMES, { advice, random: middle })).toBe(expectedMs);
  });
});
