import { describe, expect, it } from '@jest/globals';
import { forecastBudget, isUsedUp } from './budget-forecast.js';

const NOW = new Date('2026-11-18T12:00:00Z');
const DAY_MS = 24 * 60 * 60 * 1000;
const inDays = (days: number): Date => new Date(NOW.getTime() + days * DAY_MS);
const pace = (days: number, costMicroUsd: number, requests = 10) => ({
  since: inDays(-days),
  costMicroUsd,
  requests,
});

describe('forecastBudget', () => {
  it('needs three days of data', () => {
    expect(forecastBudget({ leftMicroUsd: 10 }, undefined, NOW)).toBeUndefined();
    expect(forecastBudget({ leftMicroUsd: 10 }, pace(2.9, 5), NOW)).toBeUndefined();
    expect(forecastBudget({ leftMicroUsd: 10 }, pace(3, 5), NOW)).toEqual({ runsOutAt: inDays(6) });
  });

  it('has no end after the renewal, after more than a year, without spending, or when nothing is left', () => {
    const renewing = { leftMicroUsd: 10, renewsAt: inDays(5) };
    expect(forecastBudget(renewing, pace(5, 10), NOW)).toEqual({});
    expect(forecastBudget(renewing, pace(5, 11), NOW)).toEqual({ runsOutAt: expect.any(Date) });
    expect(forecastBudget({ leftMicroUsd: 1_000 }, pace(5, 10), NOW)).toEqual({});
    expect(forecastBudget({ leftMicroUsd: 10 }, pace(5, 0), NOW)).toEqual({});
    expect(forecastBudget({ leftMicroUsd: 0 }, pace(5, 10), NOW)).toBeUndefined();
  });
});

describe('isUsedUp', () => {
  it('is true with nothing left, or less than a request costs', () => {
    expect(isUsedUp(0, undefined)).toBe(true);
    expect(isUsedUp(-3, undefined)).toBe(true);
    expect(isUsedUp(1, undefined)).toBe(false);
    expect(isUsedUp(69, pace(1, 700, 10))).toBe(true);
    expect(isUsedUp(70, pace(1, 700, 10))).toBe(false);
    expect(isUsedUp(1, pace(1, 0, 0))).toBe(false);
  });
});
