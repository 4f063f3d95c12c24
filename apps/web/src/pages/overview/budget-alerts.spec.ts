import { describe, expect, it } from '@jest/globals';
import { type BudgetState } from '../../kit/budget/budget-words.js';
import { buildBudgetAlerts } from './budget-alerts.js';

const NOW = new Date('2026-11-18T12:00:00Z');
const USED_UP: BudgetState = {
  scope: 'owner',
  name: 'ann',
  token_id: null,
  unit: 'usd',
  period: 'daily',
  limit: 5,
  spent: 5.02,
  left: 0,
  limit_usd: 5,
  spent_usd: 5.02,
  left_usd: 0,
  used_up: true,
  renews_at: '2026-11-19T00:00:00Z',
  forecast: null,
};

describe('buildBudgetAlerts', () => {
  it('lists budgets that are used up, with a link to raise the limit', () => {
    const others = { ...USED_UP, scope: 'token', name: 'ci', token_id: 'an-id', renews_at: null } as const;
    expect(buildBudgetAlerts([{ ...USED_UP, used_up: false }, USED_UP, others], false, NOW)).toEqual([
      {
        text: 'The budget of owner ann is used up: $5.02 of $5.00 per day. Requests are refused. It resets in 12 hours.',
        times: [{ label: 'Resets', at: '2026-11-19T00:00:00Z' }],
        fix: { label: 'Open the owner', to: '/owners/ann' },
      },
      {
        text: 'The budget of token “ci” is used up: $5.02 of $5.00 per day. Requests are refused. It does not reset.',
        times: [],
        fix: { label: 'Open the token', to: '/tokens/an-id' },
      },
    ]);
  });

  it('does not link members to pages that they cannot open', () => {
    expect(buildBudgetAlerts([USED_UP], true, NOW)).toEqual([
      {
        text: 'Your budget is used up: $5.02 of $5.00 per day. Requests are refused. It resets in 12 hours.',
        times: [{ label: 'Resets', at: '2026-11-19T00:00:00Z' }],
      },
    ]);
  });

  it('limits the number of alerts', () => {
    const alerts = buildBudgetAlerts(
      Array.from({ length: 9 }, () => USED_UP),
      false,
      NOW,
    );
    expect(alerts).toHaveLength(6);
    expect(alerts.at(-1)?.text).toBe('4 more budgets are used up.');
  });
});
