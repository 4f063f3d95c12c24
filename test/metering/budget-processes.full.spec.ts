import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type HoldAmounts, type BudgetAccountLimit, listBudgetAccounts } from '#metering';
import { BudgetHarness } from './budget-harness.js';

const COST = 1_000;
const AFFORDABLE = 100;

function getTokenBudgetAccount(): BudgetAccountLimit {
  const account = `token:${randomUUID()}`;
  return { account, limit: COST * AFFORDABLE, period: 'total', unit: 'usd', scope: 'token' };
}

async function begin(child: ChildProcess): Promise<Record<string, unknown>> {
  child.send('begin');
  const [message] = (await once(child, 'message')) as [Record<string, unknown>];
  return message;
}

describe('budgets over real processes', () => {
  let harness: BudgetHarness;
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    harness = await BudgetHarness.open();
  });

  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  afterAll(async () => {
    await harness.close();
  });

  /** Resolves once it is ready to begin. */
  async function start(settings: object): Promise<ChildProcess> {
    const url = new URL('spender.mjs', import.meta.url);
    const child = fork(
      url,
      [JSON.stringify({ url: harness.database.url, costMicroUsd: COST, ...settings })],
      {
        execArgv: [],
      },
    );
    children.push(child);
    await once(child, 'message');
    return child;
  }

  it.each([
    ['at a fixed price', 1],
    ['at a fifth of the estimate', 5],
  ])(
    '64 spenders %s: exactly 100 are served',
    async (_, factor) => {
      const budgetAccount = getTokenBudgetAccount();
      const amounts: HoldAmounts = { certainMicroUsd: COST, likelyMicroUsd: COST * factor };
      const all = await Promise.all(
        [22, 21, 21].map((spenders) =>
          start({ spoolOwner: randomUUID(), budgetAccounts: [budgetAccount], amounts, spenders, tries: 4 }),
        ),
      );
      const ended = all.map((child) => once(child, 'exit'));
      const results = await Promise.all(all.map(begin));
      expect(results.reduce((sum, { served }) => sum + Number(served), 0)).toBe(AFFORDABLE);
      expect((await Promise.all(ended)).map(([code]) => code as number)).toEqual([0, 0, 0]);
      expect(await harness.budgetAccount(budgetAccount.account)).toMatchObject({ balance: 0, leased: 0 });
      expect((await harness.verify()).faults).toEqual([]);
    },
    60_000,
  );

  it('three windows at once: the tightest decides, all are charged the same, and a process that is killed loses nothing', async () => {
    const windows = [
      { unit: 'usd', limit: 1_000 * COST, period: 'weekly' },
      { unit: 'usd', limit: 150 * COST, period: '5h' },
      { unit: 'requests', limit: AFFORDABLE, period: '24h' },
    ] as const;
    const budgetAccounts = listBudgetAccounts([{ scope: 'token', name: randomUUID(), windows }], new Date());
    const amounts: HoldAmounts = { certainMicroUsd: COST, likelyMicroUsd: 2 * COST, requests: 1 };
    const killed = randomUUID();
    const holding = await start({ spoolOwner: killed, budgetAccounts, amounts, isHoldingOn: true });
    expect(await begin(holding)).toEqual({ isHolding: true });
    const isKilled = once(holding, 'exit');
    holding.kill('SIGKILL');
    await isKilled;
    const closer = await harness.spender();
    await closer.finish(killed);

    const all = await Promise.all(
      [22, 21, 21].map((spenders) =>
        start({ spoolOwner: randomUUID(), budgetAccounts, amounts, spenders, tries: 4 }),
      ),
    );
    const ended = all.map((child) => once(child, 'exit'));
    const results = await Promise.all(all.map(begin));
    await Promise.all(ended);
    expect(results.reduce((sum, { served }) => sum + Number(served), 0)).toBe(AFFORDABLE);
    for (const { account, unit, limit = 0 } of budgetAccounts) {
      const spent = unit === 'usd' ? AFFORDABLE * COST : AFFORDABLE;
      expect(await harness.budgetAccount(account)).toEqual({ balance: limit - spent, leased: 0, spent });
    }
    expect((await harness.verify()).faults).toEqual([]);
  }, 60_000);

  it('a process that is killed loses nothing: the process that closes its spool owner returns everything', async () => {
    const budgetAccount = getTokenBudgetAccount();
    const amounts: HoldAmounts = { certainMicroUsd: COST, likelyMicroUsd: 7 * COST };
    const spoolOwner = randomUUID();
    const child = await start({ spoolOwner, budgetAccounts: [budgetAccount], amounts, isHoldingOn: true });
    expect(await begin(child)).toEqual({ isHolding: true });
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    expect(await harness.budgetAccount(budgetAccount.account)).toMatchObject({
      balance: 93 * COST,
      leased: 7 * COST,
    });
    expect((await harness.verify()).faults).toEqual([]);

    const survivor = await harness.spender();
    await survivor.finish(spoolOwner);
    expect(await harness.budgetAccount(budgetAccount.account)).toMatchObject({
      balance: 100 * COST,
      leased: 0,
    });
    const hold = await survivor.hold([budgetAccount], 100 * COST);
    survivor.settle(hold, [budgetAccount], 100 * COST);
    await survivor.finish();
    expect(await harness.budgetAccount(budgetAccount.account)).toMatchObject({ balance: 0, leased: 0 });
    expect((await harness.verify()).faults).toEqual([]);
  });
});
