import { describe, expect, it } from '@jest/globals';
import { type Budget, describeBudget, listWindows, toBudget } from './budget-value.js';

const DAILY = { usd: 5, period: 'daily' };
const ROLLING = { tokens: 100_000, period: '5h' };

describe('a budget with several windows', () => {
  it.each<Budget | null>([null, DAILY, [DAILY, ROLLING]])('converts %j to a list and back', (budget) => {
    expect(toBudget(listWindows(budget))).toEqual(budget);
  });

  it('describes each window', () => {
    expect(describeBudget(null)).toEqual([]);
    expect(describeBudget({ usd: 20 })).toEqual(['$20.00 in total']);
    expect(describeBudget([DAILY, ROLLING, { requests: 0, period: 'weekly' }])).toEqual([
      '$5.00 per day',
      '100K tokens in any 5 hours',
      '0 requests per week',
    ]);
  });
});
