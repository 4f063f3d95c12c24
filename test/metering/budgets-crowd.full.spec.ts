import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type HoldAmounts, type Payer, type PurseLimit, pursesOf } from '#metering';
import { BudgetBench, type Spender } from './budget-bench.js';

const COST = 1_000;
const AFFORDABLE = 100;
const SPENDERS = 64;
const TRIES = 4;
const BUDGET = COST * AFFORDABLE;

/** Answers how many of its requests were let through. */
async function spend(spender: Spender, purses: readonly PurseLimit[], amounts: HoldAmounts): Promise<number> {
  let served = 0;
  for (let tries = 0; tries < TRIES; tries += 1) {
    try {
      const hold = await spender.hold(purses, amounts);
      await sleep(Math.random() * 5);
      spender.settle(hold, purses, COST);
      served += 1;
    } catch (error) {
      expect(error).toMatchObject({
        kind: expect.stringMatching(/^(budget-exhausted|spend-limit-reached)$/),
      });
    }
  }
  return served;
}

type BudgetLimit = Payer['globalBudget'];

describe('64 spenders in three processes, with money for exactly 100 requests', () => {
  let bench: BudgetBench;
  let spenders: Spender[];

  beforeAll(async () => {
    bench = await BudgetBench.open();
    spenders = await Promise.all([bench.spender(), bench.spender(), bench.spender()]);
  });

  afterAll(async () => {
    await bench.close();
  });

  async function crowd(purses: readonly PurseLimit[], amounts: HoldAmounts): Promise<number> {
    const drains = setInterval(() => spenders.forEach((spender) => void spender.drain()), 20);
    const served = await Promise.all(
      Array.from({ length: SPENDERS }, async (_, index) => {
        const spender = spenders[index % spenders.length];
        return spender === undefined ? 0 : spend(spender, purses, amounts);
      }),
    );
    clearInterval(drains);
    await Promise.all(spenders.map((spender) => spender.finish()));
    return served.reduce((sum, count) => sum + count, 0);
  }

  const budget = { microUsd: BUDGET, period: 'total' } as const;
  const daily = { microUsd: BUDGET, period: 'daily' } as const;
  const plenty = { microUsd: 1_000 * BUDGET, period: 'monthly' } as const;
  const exactly: HoldAmounts = { certainMicroUsd: COST, likelyMicroUsd: COST };
  const atMost: HoldAmounts = { certainMicroUsd: COST, likelyMicroUsd: 5 * COST };

  it.each<
    [name: string, amounts: HoldAmounts, budgets: Partial<Record<'token' | 'owner' | 'all', BudgetLimit>>]
  >([
    ['at a fixed price, from the budget of a token', exactly, { token: budget }],
    ['at a fifth of what was feared', atMost, { token: budget }],
    ['from the daily budget of an owner, within that of the gateway', exactly, { owner: daily, all: plenty }],
    [
      'at a fifth of what was feared, from three purses',
      atMost,
      { token: daily, owner: plenty, all: budget },
    ],
  ])('%s: exactly 100 are served', async (_, amounts, budgets) => {
    const token = { id: randomUUID(), owner: randomUUID(), budget: budgets.token };
    const purses = pursesOf(
      { token, ownerBudget: budgets.owner, globalBudget: budgets.all },
      new Date('2026-11-15T12:00:00Z'),
    );
    const before = await bench.sumOf('revenue');
    expect(await crowd(purses, amounts)).toBe(AFFORDABLE);
    expect((await bench.sumOf('revenue')) - before).toBe(BUDGET);
    const tight = purses.find(({ limitMicroUsd }) => limitMicroUsd === BUDGET)?.account ?? '';
    expect(await bench.purse(tight)).toMatchObject({ balance: 0, leased: 0 });
    expect((await bench.verify()).faults).toEqual([]);
  });
});
