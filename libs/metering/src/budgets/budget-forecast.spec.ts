import { describe, expect, it } from '@jest/globals';
import { type BudgetWindow } from '#declarations';
import { forecastBudget, isUsedUp } from './budget-forecast.js';

const NOW = new Date('2026-11-18T12:00:00Z');
const DAY_MS = 24 * 60 * 60 * 1000;
const inDays = (days: number): Date => new Date(NOW.getTime() + days * DAY_MS);
const pace = (days: number, costMicroUsd: number, requests = 10) => ({
  since: inDays(-days),
  costMicroUsd,
  tokens: 2 * costMicroUsd,
  requests,
});
const budget: BudgetWindow = { unit: 'usd', limit: 2_000, period: 'total' };

describe('forecastBudget', () => {
  it('needs three days of data', () => {
    expect(forecastBudget({ budget, left: 10 }, undefined, NOW)).toBeUndefined();
    expect(forecastBudget({ budget, left: 10 }, pace(2.9, 5), NOW)).toBeUndefined();
    expect(forecastBudget({ budget, left: 10 }, pace(3, 5), NOW)).toEqual({ runsOutAt: inDays(6) });
  });

  it('has no end after the renewal, after more than a year, without spending, or when nothing is left', () => {
    const renewing = { budget, left: 10, renewsAt: inDays(5) };
    expect(forecastBudget(renewing, pace(5, 10), NOW)).toEqual({});
    expect(forecastBudget(renewing, pace(5, 11), NOW)).toEqual({ runsOutAt: expect.any(Date) });
    expect(forecastBudget({ budget, left: 1_000 }, pace(5, 10), NOW)).toEqual({});
    expect(forecastBudget({ budget, left: 10 }, pace(5, 0), NOW)).toEqual({});
    expect(forecastBudget({ budget, left: 0 }, pace(5, 10), NOW)).toBeUndefined();
  });

  it('counts in the unit of the budget', () => {
    const tokens = { budget: { ...budget, unit: 'tokens' as const }, left: 20 };
    expect(forecastBudget(tokens, pace(3, 5), NOW)).toEqual({ runsOutAt: inDays(6) });
    const requests = { budget: { ...budget, unit: 'requests' as const }, left: 20 };
    expect(forecastBudget(requests, pace(3, 5), NOW)).toEqual({ runsOutAt: inDays(6) });
  });

  it('lets a rolling budget last if its period is long enough for its limit', () => {
    const rolling = { ...budget, limit: 5, period: '24h' as const };
    expect(forecastBudget({ budget: rolling, left: 1 }, pace(4, 20), NOW)).toEqual({});
    expect(forecastBudget({ budget: rolling, left: 6 }, pace(4, 24), NOW)).toEqual({ runsOutAt: inDays(1) });
  });
});

describe('isUsedUp', () => {
  it('is true with nothing left, or less than a request costs', () => {
    expect(isUsedUp(0, 'usd', undefined)).toBe(true);
    expect(isUsedUp(-3, 'usd', undefined)).toBe(true);
    expect(isUsedUp(1, 'usd', undefined)).toBe(false);
    expect(isUsedUp(69, 'usd', pace(1, 700, 10))).toBe(true);
    expect(isUsedUp(70, 'usd', pace(1, 700, 10))).toBe(false);
    expect(isUsedUp(1, 'usd', pace(1, 0, 0))).toBe(false);
  });
});
