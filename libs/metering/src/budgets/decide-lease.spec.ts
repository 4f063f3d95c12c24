import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import {
  type LeaseAmounts,
  type LeaseDecision,
  type BudgetAccountState,
  decideLease,
} from './decide-lease.js';

type Case = [
  name: string,
  status: Partial<BudgetAccountState>,
  amounts: [certain: number, likely: number],
  decision: [outcome: LeaseDecision['outcome'], move: number, left: number],
];

const NOTHING: BudgetAccountState = {
  balance: 0,
  free: 0,
  held: 0,
  elsewhere: 0,
};

const buildStatus = (balance: number, free = 0, held = 0, elsewhere = 0): BudgetAccountState => ({
  balance: balance,
  free: free,
  held: held,
  elsewhere: elsewhere,
});

describe('decideLease', () => {
  it.each<Case>([
    ['a fraction of the balance', buildStatus(1600), [1, 10], ['covered', 100, 1600]],
    ['the requested amount if that is more', buildStatus(1600), [1, 500], ['covered', 500, 1600]],
    ['only the missing amount', buildStatus(100, 40), [1, 60], ['covered', 20, 140]],
    ['nothing if the process has enough', buildStatus(1600, 60), [1, 60], ['covered', 0, 1660]],
    ['also what was spent beyond the lease', buildStatus(100, -30), [1, 10], ['covered', 40, 70]],
    ['the whole balance if it is just enough', buildStatus(10), [10, 10], ['covered', 10, 10]],
    ['all that is left if no other process has any', buildStatus(7, 1), [3, 40], ['covered', 7, 8]],
    ['nothing of an empty balance', buildStatus(0), [0, 10], ['refused', 0, 0]],
    ['nothing if even the minimum is missing', buildStatus(7, 2), [10, 40], ['refused', -2, 9]],
    ['nothing yet while a request here may cost less', buildStatus(7, 2, 5), [3, 40], ['wait', -2, 9]],
    ['nothing yet while another process has some', buildStatus(7, 2, 0, 5), [3, 40], ['wait', -2, 9]],
    ['nothing if all amounts together are too little', buildStatus(7, 2, 5, 5), [20, 40], ['refused', -2, 9]],
    ['nothing if the account is in debt', buildStatus(-50, 20), [1, 10], ['refused', -20, -30]],
    ['less than it has if the account is in debt', buildStatus(-5, 20), [1, 40], ['covered', -5, 15]],
  ])('leases %s', (_, status, [certain, likely], [outcome, move, left]) => {
    expect(decideLease({ ...NOTHING, ...status }, { certain, likely })).toEqual({
      outcome,
      move,
      left,
    });
  });

  it('never leases more than the balance, and never covers a request without the amount', () => {
    const amount = fc.nat(1_000);
    const statuses = fc.record({
      balance: fc.integer({ min: -1_000, max: 1_000 }),
      free: fc.integer({ min: -100, max: 1_000 }),
      held: amount,
      elsewhere: amount,
    });
    const amounts = fc.tuple(amount, amount).map(([certain, more]): LeaseAmounts => ({
      certain: certain,
      likely: certain + more + 1,
    }));
    fc.assert(
      fc.property(statuses, amounts, (status, options) => {
        const { outcome, move } = decideLease(status, options);
        const free = status.free + move;
        expect(move).toBeLessThanOrEqual(Math.max(0, status.balance));
        expect(free).toBeGreaterThanOrEqual(Math.min(0, status.free));
        const isAlone = status.held + status.elsewhere === 0;
        const isEnough = free >= (isAlone ? Math.max(1, options.certain) : options.likely);
        expect(outcome === 'covered' ? isEnough : free <= 0).toBe(true);
      }),
    );
  });
});
