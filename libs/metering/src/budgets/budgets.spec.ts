import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Budgets, type BudgetFeed, type BudgetsOptions } from './budgets.js';
import { decideLease } from './decide-lease.js';
import { LeaseFailure } from './lease-failure.js';
import { type LeaseResult, type LeaseRequest } from './leases.repository.js';
import { type BudgetAccountLimit } from './budget-account.js';

type Listener = Parameters<BudgetFeed['start']>[0];

/** A budget account in memory that no other process uses. */
class FakeLeases {
  balance: number;
  amount = 0;
  isDown = false;
  hasLease = true;
  readonly limits: BudgetAccountLimit[] = [];
  readonly take = jest.fn(async (request: LeaseRequest): Promise<LeaseResult> => {
    if (this.isDown) throw new LeaseFailure(false, new Error('down'));
    const { settled, held } = request.status;
    const free = this.amount - settled - held;
    const { balance } = this;
    const decision = decideLease({ balance, free, held, elsewhere: 0 }, request);
    return this.move(decision.move, decision);
  });
  readonly returnUnused = jest.fn(async ({ status }: Pick<LeaseRequest, 'status'>): Promise<LeaseResult> => {
    const free = this.amount - status.settled - status.held;
    return this.move(-free, { outcome: 'covered', left: 0 });
  });
  readonly renew = jest.fn(async () => new Set(this.hasLease ? [BUDGET_ACCOUNT.account] : []));
  readonly loadLimitedTokenAccounts = jest.fn(async () => ['token:formerly']);

  constructor(balance: number) {
    this.balance = balance;
  }

  async limit(budgetAccounts: readonly BudgetAccountLimit[]): Promise<void> {
    this.limits.push(...budgetAccounts);
  }

  private move(amount: number, result: Pick<LeaseResult, 'outcome' | 'left'>): LeaseResult {
    this.balance -= amount;
    this.amount += amount;
    return { ...result, row: { amount: this.amount, charged: 0 } };
  }
}

const BUDGET_ACCOUNT: BudgetAccountLimit = {
  account: 'global',
  limit: 1600,
  period: 'total',
  unit: 'usd',
  scope: 'global',
};
const amounts = (likelyMicroUsd: number, certainMicroUsd = likelyMicroUsd) => ({
  certainMicroUsd,
  likelyMicroUsd,
});

describe('Budgets', () => {
  let leases: FakeLeases;
  let budgets: Budgets;
  let listener: Listener;

  beforeEach(async () => {
    leases = new FakeLeases(1600);
    const feed: BudgetFeed = {
      start: async (received) => {
        listener = received;
      },
      close: async () => undefined,
    };
    budgets = new Budgets({ leases, feed } satisfies BudgetsOptions);
    await budgets.start();
  });

  afterEach(async () => {
    await budgets.stop();
  });

  it('leases a slice, and then needs no query as long as it lasts', async () => {
    (await budgets.hold([BUDGET_ACCOUNT], amounts(10))).settle({ usd: 10 });
    for (let request = 0; request < 9; request += 1) {
      const hold = budgets.hold([BUDGET_ACCOUNT], amounts(10));
      expect(hold).not.toBeInstanceOf(Promise);
      (await hold).settle({ usd: 10 });
    }
    expect(leases.take).toHaveBeenCalledTimes(1);
    expect(budgets.hold([BUDGET_ACCOUNT], amounts(10))).toBeInstanceOf(Promise);
  });

  it('releases what a request has not spent, and ignores further calls for the hold', async () => {
    const hold = await budgets.hold([BUDGET_ACCOUNT], amounts(100));
    expect(budgets.hold([BUDGET_ACCOUNT], amounts(0))).not.toBeInstanceOf(Promise);
    hold.settle({ usd: 40 });
    hold.settle({ usd: 0 });
    hold.release();
    expect(budgets.hold([BUDGET_ACCOUNT], amounts(61))).toBeInstanceOf(Promise);
    expect(leases.take).toHaveBeenCalledTimes(1);
  });

  it('needs no query for budget accounts without a limit or for requests with a cost of 0', () => {
    const unlimited: BudgetAccountLimit = {
      account: 'token:t',
      period: 'total',
      unit: 'usd',
      scope: 'token',
    };
    expect(budgets.hold([unlimited], amounts(10))).not.toBeInstanceOf(Promise);
    expect(budgets.hold([unlimited, BUDGET_ACCOUNT], amounts(0))).not.toBeInstanceOf(Promise);
    expect(leases.take).not.toHaveBeenCalled();
  });

  it('leases once for many simultaneous requests', async () => {
    await Promise.all(Array.from({ length: 10 }, async () => budgets.hold([BUDGET_ACCOUNT], amounts(10))));
    expect(leases.take).toHaveBeenCalledTimes(1);
  });

  it('repeats a refusal without a query until money is returned', async () => {
    leases.balance = 5;
    await expect(budgets.hold([BUDGET_ACCOUNT], amounts(10))).rejects.toMatchObject({
      kind: 'budget-exhausted',
    });
    expect(() => budgets.hold([BUDGET_ACCOUNT], amounts(6))).toThrow('does not cover this request');
    expect(leases.take).toHaveBeenCalledTimes(1);
    await budgets.hold([BUDGET_ACCOUNT], amounts(10, 3));
    leases.balance = 10;
    await listener.onChange('returned', 'global');
    await budgets.hold([BUDGET_ACCOUNT], amounts(10));
  });

  it('covers requests from its slice while the database is unavailable, and refuses others', async () => {
    const first = await budgets.hold([BUDGET_ACCOUNT], amounts(60));
    leases.isDown = true;
    await expect(budgets.hold([BUDGET_ACCOUNT], amounts(60))).rejects.toMatchObject({
      kind: 'store-unavailable',
    });
    const calls = leases.take.mock.calls.length;
    expect(() => budgets.hold([BUDGET_ACCOUNT], amounts(60))).toThrow('Budgets are unavailable');
    expect(leases.take).toHaveBeenCalledTimes(calls);
    expect(budgets.hold([BUDGET_ACCOUNT], amounts(40))).not.toBeInstanceOf(Promise);
    first.settle({ usd: 0 });
    expect(budgets.hold([BUDGET_ACCOUNT], amounts(60))).not.toBeInstanceOf(Promise);
  });

  it('retries after a lost connection', async () => {
    leases.take.mockRejectedValueOnce(new LeaseFailure(true, new Error('cut')));
    (await budgets.hold([BUDGET_ACCOUNT], amounts(10))).settle({ usd: 10 });
    expect(leases.amount).toBe(100);
  });

  it('returns what it does not use when another process needs money, and then after every request', async () => {
    const hold = await budgets.hold([BUDGET_ACCOUNT], amounts(10));
    await listener.onChange('wanted', 'global');
    await budgets.stop();
    expect(leases.amount).toBe(10);
    hold.settle({ usd: 4 });
    await budgets.stop();
    expect(leases.amount).toBe(4);
  });

  it('returns everything after it may have missed notifications', async () => {
    (await budgets.hold([BUDGET_ACCOUNT], amounts(10))).release();
    await listener.onGap();
    await budgets.stop();
    expect(leases.balance).toBe(1600);
  });

  it('holds nothing from a lease that was lost', async () => {
    (await budgets.hold([BUDGET_ACCOUNT], amounts(10))).release();
    leases.hasLease = false;
    await budgets.renew();
    expect(budgets.hold([BUDGET_ACCOUNT], amounts(10))).toBeInstanceOf(Promise);
  });

  it('stores a changed limit before it holds anything', async () => {
    await budgets.hold([BUDGET_ACCOUNT], amounts(10));
    const raised = { ...BUDGET_ACCOUNT, limit: 2000 };
    await budgets.hold([raised], amounts(10));
    expect(leases.take.mock.lastCall?.[0]).toMatchObject({ newLimit: raised });
    expect(budgets.hold([raised], amounts(10))).not.toBeInstanceOf(Promise);
  });

  it('removes the limit of a token that has no budget any more', async () => {
    const lifted: BudgetAccountLimit = {
      account: 'token:formerly',
      period: 'total',
      unit: 'usd',
      scope: 'token',
    };
    await budgets.hold([lifted], amounts(10));
    expect(budgets.hold([lifted], amounts(10))).not.toBeInstanceOf(Promise);
    expect(leases.limits).toEqual([lifted]);
  });
});
