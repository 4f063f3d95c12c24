import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Budgets, type BudgetFeed, type BudgetsOptions } from './budgets.js';
import { decideLease } from './decide-lease.js';
import { LeaseFailure } from './lease-failure.js';
import { type LeaseAnswer, type LeaseAsk } from './leases.repository.js';
import { type BudgetAccountLimit } from './budget-account.js';

type Listener = Parameters<BudgetFeed['start']>[0];

/** A budget account in memory, with nobody else. */
class FakeLeases {
  balanceMicroUsd: number;
  amountMicroUsd = 0;
  isDown = false;
  hasLease = true;
  readonly limits: BudgetAccountLimit[] = [];
  readonly take = jest.fn(async (ask: LeaseAsk): Promise<LeaseAnswer> => {
    if (this.isDown) throw new LeaseFailure(false, new Error('down'));
    const { settledMicroUsd, heldMicroUsd } = ask.status;
    const freeMicroUsd = this.amountMicroUsd - settledMicroUsd - heldMicroUsd;
    const { balanceMicroUsd } = this;
    const decision = decideLease({ balanceMicroUsd, freeMicroUsd, heldMicroUsd, elsewhereMicroUsd: 0 }, ask);
    return this.move(decision.moveMicroUsd, decision);
  });
  readonly giveBack = jest.fn(async ({ status }: Pick<LeaseAsk, 'status'>): Promise<LeaseAnswer> => {
    const free = this.amountMicroUsd - status.settledMicroUsd - status.heldMicroUsd;
    return this.move(-free, { outcome: 'covered', leftMicroUsd: 0 });
  });
  readonly renew = jest.fn(async () => new Set(this.hasLease ? [BUDGET_ACCOUNT.account] : []));
  readonly limitedTokenBudgetAccounts = jest.fn(async () => ['token:formerly']);

  constructor(balanceMicroUsd: number) {
    this.balanceMicroUsd = balanceMicroUsd;
  }

  async limit(budgetAccounts: readonly BudgetAccountLimit[]): Promise<void> {
    this.limits.push(...budgetAccounts);
  }

  private move(amount: number, answer: Pick<LeaseAnswer, 'outcome' | 'leftMicroUsd'>): LeaseAnswer {
    this.balanceMicroUsd -= amount;
    this.amountMicroUsd += amount;
    return { ...answer, row: { amountMicroUsd: this.amountMicroUsd, chargedMicroUsd: 0 } };
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

  it('asks the database for a slice, and then for nothing as long as it lasts', async () => {
    (await budgets.hold([BUDGET_ACCOUNT], amounts(10))).settle(10);
    for (let request = 0; request < 9; request += 1) {
      const hold = budgets.hold([BUDGET_ACCOUNT], amounts(10));
      expect(hold).not.toBeInstanceOf(Promise);
      (await hold).settle(10);
    }
    expect(leases.take).toHaveBeenCalledTimes(1);
    expect(budgets.hold([BUDGET_ACCOUNT], amounts(10))).toBeInstanceOf(Promise);
  });

  it('uses again what a request has not spent, and counts only its first word', async () => {
    const hold = await budgets.hold([BUDGET_ACCOUNT], amounts(100));
    expect(budgets.hold([BUDGET_ACCOUNT], amounts(0))).not.toBeInstanceOf(Promise);
    hold.settle(40);
    hold.settle(0);
    hold.release();
    expect(budgets.hold([BUDGET_ACCOUNT], amounts(61))).toBeInstanceOf(Promise);
    expect(leases.take).toHaveBeenCalledTimes(1);
  });

  it('asks nobody about budget accounts without limit, nor for requests that cost nothing', () => {
    const unlimited: BudgetAccountLimit = { account: 'token:t', period: 'total', scope: 'token' };
    expect(budgets.hold([unlimited], amounts(10))).not.toBeInstanceOf(Promise);
    expect(budgets.hold([unlimited, BUDGET_ACCOUNT], amounts(0))).not.toBeInstanceOf(Promise);
    expect(leases.take).not.toHaveBeenCalled();
  });

  it('asks once for many who come at the same time', async () => {
    await Promise.all(Array.from({ length: 10 }, async () => budgets.hold([BUDGET_ACCOUNT], amounts(10))));
    expect(leases.take).toHaveBeenCalledTimes(1);
  });

  it('refuses at once what was just refused for sure, until some money comes back', async () => {
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

  it('serves from its slice while the database is away, and nobody beyond it', async () => {
    const first = await budgets.hold([BUDGET_ACCOUNT], amounts(60));
    leases.isDown = true;
    await expect(budgets.hold([BUDGET_ACCOUNT], amounts(60))).rejects.toMatchObject({
      kind: 'store-unavailable',
    });
    const calls = leases.take.mock.calls.length;
    expect(() => budgets.hold([BUDGET_ACCOUNT], amounts(60))).toThrow('Budgets cannot be looked up');
    expect(leases.take).toHaveBeenCalledTimes(calls);
    expect(budgets.hold([BUDGET_ACCOUNT], amounts(40))).not.toBeInstanceOf(Promise);
    first.settle(0);
    expect(budgets.hold([BUDGET_ACCOUNT], amounts(60))).not.toBeInstanceOf(Promise);
  });

  it('survives one lost connection without anybody noticing', async () => {
    leases.take.mockRejectedValueOnce(new LeaseFailure(true, new Error('cut')));
    (await budgets.hold([BUDGET_ACCOUNT], amounts(10))).settle(10);
    expect(leases.amountMicroUsd).toBe(100);
  });

  it('gives back what it does not use when somebody asks, and after every request from then on', async () => {
    const hold = await budgets.hold([BUDGET_ACCOUNT], amounts(10));
    await listener.onChange('wanted', 'global');
    await budgets.stop();
    expect(leases.amountMicroUsd).toBe(10);
    hold.settle(4);
    await budgets.stop();
    expect(leases.amountMicroUsd).toBe(4);
  });

  it('gives everything back after it has been deaf', async () => {
    (await budgets.hold([BUDGET_ACCOUNT], amounts(10))).release();
    await listener.onGap();
    await budgets.stop();
    expect(leases.balanceMicroUsd).toBe(1600);
  });

  it('gives out nothing of a lease that it finds gone', async () => {
    (await budgets.hold([BUDGET_ACCOUNT], amounts(10))).release();
    leases.hasLease = false;
    await budgets.renew();
    expect(budgets.hold([BUDGET_ACCOUNT], amounts(10))).toBeInstanceOf(Promise);
  });

  it('makes a changed limit known before it gives out anything', async () => {
    await budgets.hold([BUDGET_ACCOUNT], amounts(10));
    const raised = { ...BUDGET_ACCOUNT, limitMicroUsd: 2000 };
    await budgets.hold([raised], amounts(10));
    expect(leases.take.mock.lastCall?.[0]).toMatchObject({ newLimit: raised });
    expect(budgets.hold([raised], amounts(10))).not.toBeInstanceOf(Promise);
  });

  it('lifts a limit that a token had and has no more', async () => {
    const lifted: BudgetAccountLimit = { account: 'token:formerly', period: 'total', scope: 'token' };
    await budgets.hold([lifted], amounts(10));
    expect(budgets.hold([lifted], amounts(10))).not.toBeInstanceOf(Promise);
    expect(leases.limits).toEqual([lifted]);
  });
});
