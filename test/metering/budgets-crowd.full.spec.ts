import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type HoldAmounts, type Payer, type BudgetAccountLimit, getBudgetAccounts } from '#metering';
import { BudgetHarness, type Spender } from './budget-harness.js';

const COST = 1_000;
const AFFORDABLE = 100;
const SPENDERS = 64;
const TRIES = 4;
const BUDGET = COST * AFFORDABLE;

/** Returns how many of its requests were allowed. */
async function spend(
  spender: Spender,
  budgetAccounts: readonly BudgetAccountLimit[],
  amounts: HoldAmounts,
): Promise<number> {
  let served = 0;
  for (let tries = 0; tries < TRIES;) {
    try {
      const hold = await spender.hold(budgetAccounts, amounts);
      await sleep(Math.random() * 5);
      spender.settle(hold, budgetAccounts, COST);
      served += 1;
      tries += 1;
    } catch (error) {
      expect(error).toMatchObject({
        kind: expect.stringMatching(/^(budget-exhausted|spend-limit-reached)$/),
      });
      // On a slow machine, money can be reserved for others for longer than a request waits. It is still available, so
      // the request is repeated.
      if (!(error as Error).message.includes('requests in progress')) tries += 1;
    }
  }
  return served;
}

type StoredBudget = Payer['globalBudget'];

describe('64 spenders in three processes, with money for exactly 100 requests', () => {
  let harness: BudgetHarness;
  let spenders: Spender[];

  beforeAll(async () => {
    harness = await BudgetHarness.open();
    spenders = await Promise.all([harness.spender(), harness.spender(), harness.spender()]);
  });

  afterAll(async () => {
    await harness.close();
  });

  async function crowd(budgetAccounts: readonly BudgetAccountLimit[], amounts: HoldAmounts): Promise<number> {
    const drains = setInterval(() => spenders.forEach((spender) => void spender.drain()), 20);
    const served = await Promise.all(
      Array.from({ length: SPENDERS }, async (_, index) => {
        const spender = spenders[index % spenders.length];
        return spender === undefined ? 0 : spend(spender, budgetAccounts, amounts);
      }),
    );
    clearInterval(drains);
    await Promise.all(spenders.map((spender) => spender.finish()));
    return served.reduce((sum, count) => sum + count, 0);
  }

  const budget = [{ unit: 'usd', limit: BUDGET, period: 'total' }] as const;
  const daily = [{ unit: 'usd', limit: BUDGET, period: 'daily' }] as const;
  const plenty = [{ unit: 'usd', limit: 1_000 * BUDGET, period: 'monthly' }] as const;
  const exactly: HoldAmounts = { certainMicroUsd: COST, likelyMicroUsd: COST };
  const atMost: HoldAmounts = { certainMicroUsd: COST, likelyMicroUsd: 5 * COST };

  it.each<
    [name: string, amounts: HoldAmounts, budgets: Partial<Record<'token' | 'owner' | 'all', StoredBudget>>]
  >([
    ['at a fixed price, from the budget of a token', exactly, { token: budget }],
    ['at a fifth of the estimate', atMost, { token: budget }],
    ['from the daily budget of an owner, within that of the gateway', exactly, { owner: daily, all: plenty }],
    [
      'at a fifth of the estimate, from three budget accounts',
      atMost,
      { token: daily, owner: plenty, all: budget },
    ],
  ])('%s: exactly 100 are served', async (_, amounts, budgets) => {
    const token = { id: randomUUID(), owner: randomUUID(), budget: budgets.token };
    const budgetAccounts = getBudgetAccounts(
      { token, ownerBudget: budgets.owner, globalBudget: budgets.all },
      new Date('2026-11-15T12:00:00Z'),
    );
    const before = await harness.getSum('revenue');
    expect(await crowd(budgetAccounts, amounts)).toBe(AFFORDABLE);
    expect((await harness.getSum('revenue')) - before).toBe(BUDGET);
    const tight = budgetAccounts.find(({ limit }) => limit === BUDGET)?.account ?? '';
    expect(await harness.budgetAccount(tight)).toMatchObject({ balance: 0, leased: 0 });
    expect((await harness.verify()).faults).toEqual([]);
  });
});
