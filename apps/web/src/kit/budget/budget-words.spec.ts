import { describe, expect, it } from '@jest/globals';
import {
  type BudgetState,
  describeRenewal,
  describeSpent,
  getShareUsed,
  listExactTimes,
  nameBudget,
} from './budget-words.js';

const NOW = new Date('2026-11-18T12:00:00Z');
const BUDGET: BudgetState = {
  scope: 'token',
  name: 'ci',
  token_id: '00000000-0000-4000-8000-000000000000',
  unit: 'usd',
  period: 'daily',
  limit: 5,
  spent: 4,
  left: 1,
  limit_usd: 5,
  spent_usd: 4,
  left_usd: 1,
  used_up: false,
  renews_at: '2026-11-19T00:00:00Z',
  forecast: null,
};

describe('the description of a budget', () => {
  it('shows the amount spent, the limit and the name of the budget', () => {
    expect(describeSpent(BUDGET)).toBe('$4.00 of $5.00 per day');
    expect(nameBudget(BUDGET)).toBe('Token “ci”');
    expect(nameBudget({ ...BUDGET, scope: 'owner', name: 'ann' })).toBe('Owner ann');
    expect(nameBudget({ ...BUDGET, scope: 'global', name: null })).toBe('Whole gateway');
  });

  it('uses the unit of the budget, and describes partial renewal for a rolling period', () => {
    const rolling: BudgetState = {
      ...BUDGET,
      unit: 'tokens',
      period: '5h',
      limit: 10_000,
      spent: 1_200,
      left: 8_800,
      renews_at: '2026-11-18T15:00:00Z',
    };
    expect(describeSpent(rolling)).toBe('1,200 of 10K tokens in any 5 hours');
    expect(describeRenewal(rolling, NOW)).toEqual(['The next part renews in 3 hours']);
    expect(describeRenewal({ ...rolling, renews_at: null }, NOW)).toEqual(['Not used']);
  });

  it('shows a budget that rejects requests as full, even if some of it is left', () => {
    expect(getShareUsed(BUDGET)).toBeCloseTo(0.8);
    expect(getShareUsed({ ...BUDGET, used_up: true })).toBe(1);
    expect(getShareUsed({ ...BUDGET, limit: 0, left: 0 })).toBe(1);
  });

  it('shows when the budget renews, and when it runs out if there is a forecast', () => {
    expect(describeRenewal(BUDGET, NOW)).toEqual(['Resets in 12 hours']);
    expect(describeRenewal({ ...BUDGET, forecast: { runs_out_at: '2026-11-18T15:00:00Z' } }, NOW)).toEqual([
      'Resets in 12 hours',
      'At the current rate, it runs out in 3 hours',
    ]);
    expect(describeRenewal({ ...BUDGET, forecast: { runs_out_at: null } }, NOW)).toEqual([
      'Resets in 12 hours',
      'At the current rate, it lasts until the reset',
    ]);
    const utc = { choice: 'utc', name: 'UTC' } as const;
    expect(listExactTimes({ ...BUDGET, forecast: { runs_out_at: '2026-11-18T15:00:00Z' } }, utc)).toBe(
      'Resets 19 Nov 2026, 00:00:00 UTC. Runs out 18 Nov 2026, 15:00:00 UTC',
    );
    const total = { ...BUDGET, period: 'total', renews_at: null } as const;
    expect(describeRenewal({ ...total, forecast: { runs_out_at: null } }, NOW)).toEqual([
      'Does not reset',
      'At the current rate, it lasts for more than a year',
    ]);
    expect(describeRenewal({ ...total, used_up: true, forecast: { runs_out_at: null } }, NOW)).toEqual([
      'Does not reset',
    ]);
    expect(listExactTimes(total, utc)).toBeUndefined();
  });
});
