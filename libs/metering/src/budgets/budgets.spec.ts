import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Budgets, type BudgetFeed, type BudgetsOptions } from './budgets.js';
import { decideLease } from './decide-lease.js';
import { LeaseFailure } from './lease-failure.js';
import { type LeaseResult, type LeaseRequest } from './leases.repository.js';
import { type BudgetAccountLimit } from './budget-account.js';

type Listener = Parameters<BudgetFeed['start']>[0];

/** A budget account in memory that no other process uses. */
class FakeLeases {
  balanceMicroUsd: number;
  amountMicroUsd = 0;
  isDown = false;
  hasLease = true;
  readonly limits: BudgetAccountLimit[] = [];
  readonly take = jest.fn(async (request: LeaseRequest): Promise<LeaseResult> => {
    if (this.isDown) throw new LeaseFailure(false, new Error('down'));
    const { settledMicroUsd, heldMicroUsd } = request.status;
    const freeMicroUsd = this.amountMicroUsd - settledMicroUsd - heldMicroUsd;
    const { balanceMicroUsd } = this;
    const decision = decideLease(
      { balanceMicroUsd, freeMicroUsd, heldMicroUsd, elsewhereMicroUsd: 0 },
      request,
    );
    return this.move(decision.moveMicroUsd, decision);
  });
  readonly returnUnused = jest.fn(async ({ status }: Pick<LeaseRequest, 'status'>): Promise<LeaseResult> => {
    const free = this.amountMicroUsd - status.settledMicroUsd - status.heldMicroUsd;
    return this.move(-free, { outcome: 'covered', leftMicroUsd: 0 });
  });
  readonly renew = jest.fn(async () => new Set(this.hasLease ? [BUDGET_ACCOUNT.account] : []));
  readonly loadLimitedTokenAccounts = jest.fn(async () => ['token:formerly']);

  constructor(balanceMicroUsd: number) {
    this.balanceMicroUsd = balanceMicroUsd;
  }

  async limit(budgetAccounts: readonly BudgetAccountLimit[]): Promise<void> {
    this.limits.push(...budgetAccounts);
  }

  private move(amount: number, result: Pick<LeaseResult, 'outcome' | 'leftMicroUsd'>): LeaseResult {
    this.balanceMicroUsd -= amount;
    this.amountMicroUsd += amount;
    return { ...result, row: { amountMicroUsd: this.amountMicroUsd, chargedMicroUsd: 0 } };
  }
}

const BUDGET_ACCOUNT: BudgetAccountLimit = {
  account: 'global',
  limitMicroUsd: 1600,
  period: 'total',
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
    (await budgets.hold([BUDGET_ACCOUNT], amounts(10))).settle(10);
    for (let request = 0; request < 9; request += 1) {
      const hold = budgets.hold([BUDGET_ACCOUNT], amounts(10));
      expect(hold).not.toBeInstanceOf(Promise);
      (await hold).settle(10);
    }
    expect(leases.take).toHaveBeenCalledTimes(1);
    expect(budgets.hold([BUDGET_ACCOUNT], amounts(10))).toBeInstanceOf(Promise);
  });

  it('releases what a request has not spent, and ignores further calls for the hold', async () => {
    const hold = await budgets.hold([BUDGET_ACCOUNT], amounts(100));
    expect(budgets.hold([BUDGET_ACCOUNT], amounts(0))).not.toBeInstanceOf(Promise);
    hold.settle(40);
    hold.settle(0);
    hold.release();
    expect(budgets.hold([BUDGET_ACCOUNT], amounts(61))).toBeInstanceOf(Promise);
    expect(leases.take).toHaveBeenCalledTimes(1);
  });

  it('needs no query for budget accounts without a limit or for requests with a cost of 0', () => {
    const unlimited: BudgetAccountLimit = { account: 'token:t', period: 'total', scope: 'token' };
    expect(budgets.hold([unlimited], amounts(10))).not.toBeInstanceOf(Promise);
    expect(budgets.hold([unlimited, BUDGET_ACCOUNT], amounts(0))).not.toBeInstanceOf(Promise);
    expect(leases.take).not.toHaveBeenCalled();
  });

  it('leases once for many simultaneous requests', async () => {
    await Promise.all(Array.from({ length: 10 }, async () => budgets.hold([BUDGET_ACCOUNT], amounts(10))));
    expect(leases.take).toHaveBeenCalledTimes(1);
  });

  it('repeats a refusal without a query until money is returned', async () => {
    leases.balanceMicroUsd = 5;
    await expect(budgets.hold([BUDGET_ACCOUNT], amounts(10))).rejects.toMatchObject({
      kind: 'budget-exhausted',
    });
    expect(() => budgets.hold([BUDGET_ACCOUNT], amounts(6))).toThrow('does not cover this request');
    expect(leases.take).toHaveBeenCalledTimes(1);
    await budgets.hold([BUDGET_ACCOUNT], amounts(10, 3));
    leases.balanceMicroUsd = 10;
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
    first.settle(0);
    expect(budgets.hold([BUDGET_ACCOUNT], amounts(60))).not.toBeInstanceOf(Promise);
  });

  it('retries after a lost connection', async () => {
    leases.take.mockRejectedValueOnce(new LeaseFailure(true, new Error('cut')));
    (await budgets.hold([BUDGET_ACCOUNT], amounts(10))).settle(10);
    expect(leases.amountMicroUsd).toBe(100);
  });

  it('returns what it does not use when another process needs money, and then after every request', async () => {
    const hold = await budgets.hold([BUDGET_ACCOUNT], amounts(10));
    await listener.onChange('wanted', 'global');
    await budgets.stop();
    expect(leases.amountMicroUsd).toBe(10);
    hold.settle(4);
    await budgets.stop();
    expect(leases.amountMicroUsd).toBe(4);
  });

  it('returns everything after it may have missed notifications', async () => {
    (await budgets.hold([BUDGET_ACCOUNT], amounts(10))).release();
    await listener.onGap();
    await budgets.stop();
    expect(leases.balanceMicroUsd).toBe(1600);
  });

  it('holds nothing from a lease that was lost', async () => {
    (await budgets.hold([BUDGET_ACCOUNT], amounts(10))).release();
    leases.hasLease = false;
    await budgets.renew();
    expect(budgets.hold([BUDGET_ACCOUNT], amounts(10))).toBeInstanceOf(Promise);
  });

  it('stores a changed limit before it holds anything', async () => {
    await budgets.hold([BUDGET_ACCOUNT], amounts(10));
    const raised = { ...BUDGET_ACCOUNT, limitMicroUsd: 2000 };
    await budgets.hold([raised], amounts(10));
    expect(leases.take.mock.lastCall?.[0]).toMatchObject({ newLimit: raised });
    expect(budgets.hold([raised], amounts(10))).not.toBeInstanceOf(Promise);
  });

  it('removes the limit of a token that has no budget any more', async () => {
    const lifted: BudgetAccountLimit = { account: 'token:formerly', period: 'total', scope: 'token' };
    await budgets.hold([lifted], amounts(10));
    expect(budgets.hold([lifted], amounts(10))).not.toBeInstanceOf(Promise);
    expect(leases.limits).toEqual([lifted]);
  });
});
