import { describe, expect, it } from '@jest/globals';
import { periodStart } from './budget-period.js';

const NOW = new Date('2026-03-09T23:30:00.000Z');

describe('the period of a budget', () => {
  it('is a day or a month in UTC', () => {
    expect(periodStart('daily', NOW)).toBe('2026-03-09T00:00:00.000Z');
    expect(periodStart('monthly', NOW)).toBe('2026-03-01T00:00:00.000Z');
  });

  it('has no beginning where the budget is for good', () => {
    expect(periodStart('total', NOW)).toBeUndefined();
  });
});
