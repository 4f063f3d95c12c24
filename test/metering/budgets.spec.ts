import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type Hold,
  LedgerRepository,
  type BudgetAccountLimit,
  getBudgetAccounts,
  sweepLeases,
  withLeaseRecall,
  toStoredEvent,
} from '#metering';
import { BudgetHarness, type Spender, buildUsage } from './budget-harness.js';

const EXHAUSTED = { kind: 'budget-exhausted' };

/** Retries until it succeeds, because notifications of money take a moment to arrive. */
async function until(work: () => Promise<void>): Promise<void> {
  const giveUpAtMs = performance.now() + 20_000;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > giveUpAtMs) throw error;
      await sleep(10);
    }
  }
}

describe('budgets', () => {
  let harness: BudgetHarness;
  let here: Spender;
  let there: Spender;
  let budgetAccount: BudgetAccountLimit;
  let account: string;

  beforeAll(async () => {
    harness = await BudgetHarness.open();
    here = await harness.spender();
    there = await harness.spender();
  });

  afterAll(async () => {
    expect((await harness.verify()).faults).toEqual([]);
    await harness.close();
  });

  beforeEach(() => {
    harness.told.length = 0;
    account = `owner:${randomUUID()}`;
    budgetAccount = { account, limit: 1_000, period: 'total', unit: 'usd', scope: 'owner' };
  });

  async function buy(
    spender: Spender,
    costMicroUsd: number,
    budgetAccounts = [budgetAccount],
  ): Promise<void> {
    spender.settle(await spender.hold(budgetAccounts, costMicroUsd), budgetAccounts, costMicroUsd);
  }

  async function finishAll(): Promise<void> {
    await Promise.all([here.finish(), there.finish()]);
  }

  it('are charged from a lease, whose rest is returned', async () => {
    await buy(here, 30);
    expect(await harness.budgetAccount(account)).toEqual({ balance: 938, leased: 62, spent: 0 });
    await here.drain();
    expect(await harness.budgetAccount(account)).toEqual({ balance: 938, leased: 32, spent: 30 });
    await here.finish();
    expect(await harness.budgetAccount(account)).toEqual({ balance: 970, leased: 0, spent: 30 });
  });

  it('credit revenue once, however many budget accounts there are', async () => {
    const id = randomUUID();
    const daily = [{ unit: 'usd', limit: 500, period: 'daily' }] as const;
    const payer = { token: { id, owner: id, budget: daily }, ownerBudget: daily, globalBudget: daily };
    const budgetAccounts = getBudgetAccounts(payer, new Date('2020-01-01T00:00:00Z'));
    const before = await harness.getSum('revenue');
    await buy(here, 20, budgetAccounts);
    await here.finish();
    expect((await harness.getSum('revenue')) - before).toBe(20);
    const balances = budgetAccounts.map(async (each) => (await harness.budgetAccount(each.account)).balance);
    expect(await Promise.all(balances)).toEqual([-20, 480, 480, 480]);
  });

  it('grow by a few rows for many requests', async () => {
    budgetAccount = { ...budgetAccount, limit: 1_000_000 };
    for (let request = 0; request < 500; request += 1) await buy(here, 10);
    await here.finish();
    const [row] = await harness.database.query(
      `SELECT count(*)::int FROM ledger_entries WHERE account_id = $1`,
      [account],
    );
    expect(row?.['count']).toBeLessThan(6);
    expect(await harness.budgetAccount(account)).toEqual({ balance: 995_000, leased: 0, spent: 5_000 });
  });

  it('take back the unused leases of other processes when a request needs them', async () => {
    (await there.hold([budgetAccount], 900)).release();
    expect(await harness.budgetAccount(account)).toMatchObject({ leased: 900 });
    await buy(here, 800);
    await finishAll();
    expect(await harness.budgetAccount(account)).toEqual({ balance: 200, leased: 0, spent: 800 });
  });

  it('wait for requests that may cost less than estimated', async () => {
    const hold = await there.hold([budgetAccount], { certainMicroUsd: 1, likelyMicroUsd: 1_000 });
    const waiting = here.hold([budgetAccount], { certainMicroUsd: 1, likelyMicroUsd: 600 });
    there.settle(hold, [budgetAccount], 300);
    here.settle(await waiting, [budgetAccount], 600);
    await finishAll();
    expect(await harness.budgetAccount(account)).toEqual({ balance: 100, leased: 0, spent: 900 });
  });

  it('reject a request after two seconds of waiting, with an error that says so', async () => {
    const hold = await there.hold([budgetAccount], { certainMicroUsd: 1, likelyMicroUsd: 1_000 });
    const startedAt = performance.now();
    await expect(here.hold([budgetAccount], 5)).rejects.toThrow('is reserved for requests in progress');
    expect(performance.now() - startedAt).toBeGreaterThan(1_900);
    hold.release();
    await buy(here, 1_000);
    await finishAll();
    expect(await harness.budgetAccount(account)).toEqual({ balance: 0, leased: 0, spent: 1_000 });
  });

  it('allow the last request with all that is left, and record what it costs beyond that', async () => {
    await buy(here, 990);
    const hold = await there.hold([budgetAccount], { certainMicroUsd: 3, likelyMicroUsd: 50 });
    there.settle(hold, [budgetAccount], 14);
    await expect(here.hold([budgetAccount], 1)).rejects.toMatchObject(EXHAUSTED);
    await finishAll();
    expect(await harness.budgetAccount(account)).toEqual({ balance: -4, leased: 0, spent: 1_004 });
    await expect(here.hold([budgetAccount], 1)).rejects.toMatchObject(EXHAUSTED);
  });

  it('are correct again after a request cost more than was reserved', async () => {
    const first = await here.hold([budgetAccount], 50);
    const second = await here.hold([budgetAccount], 12);
    here.settle(first, [budgetAccount], 90);
    here.settle(second, [budgetAccount], 12);
    await here.drain();
    expect(await harness.budgetAccount(account)).toEqual({ balance: 898, leased: 0, spent: 102 });
    await buy(here, 898);
    await finishAll();
    expect(await harness.budgetAccount(account)).toEqual({ balance: 0, leased: 0, spent: 1_000 });
  });

  it('of a day end at midnight UTC, and the next day has a new one', async () => {
    let now = new Date('2026-11-15T23:59:30Z');
    const clerk = await harness.spender(() => now);
    const token = {
      id: randomUUID(),
      owner: 'ann',
      budget: [{ unit: 'usd', limit: 100, period: 'daily' }] as const,
    };
    const today = getBudgetAccounts({ token }, now);
    await buy(clerk, 100, today);
    await expect(async () => clerk.hold(getBudgetAccounts({ token }, now), 1)).rejects.toMatchObject({
      kind: 'spend-limit-reached',
      message: 'The daily budget of this API token is exhausted; it resets at 2026-11-16T00:00:00Z.',
      retryAfterSeconds: 30,
    });
    now = new Date('2026-11-16T00:00:00Z');
    await buy(clerk, 60, getBudgetAccounts({ token }, now));
    await clerk.finish();
    expect((await harness.budgetAccount(`token:${token.id}@2026-11-15`)).balance).toBe(0);
    expect((await harness.budgetAccount(`token:${token.id}@2026-11-16`)).balance).toBe(40);
    expect((await harness.budgetAccount(`token:${token.id}`)).balance).toBe(-160);
  });

  describe('whose limit changes', () => {
    it('allow more, less, or nothing', async () => {
      await buy(here, 1_000);
      await expect(here.hold([budgetAccount], 1)).rejects.toMatchObject(EXHAUSTED);
      await buy(here, 500, [{ ...budgetAccount, limit: 1_500 }]);
      const lowered = { ...budgetAccount, limit: 1_200 };
      await expect(there.hold([lowered], 1)).rejects.toMatchObject(EXHAUSTED);
      await finishAll();
      expect(await harness.budgetAccount(account)).toEqual({ balance: -300, leased: 0, spent: 1_500 });
    });

    it('are called in when the limit is lowered', async () => {
      (await there.hold([budgetAccount], 900)).release();
      const lowered = { ...budgetAccount, limit: 400 };
      await buy(here, 400, [lowered]);
      await finishAll();
      expect(await harness.budgetAccount(account)).toEqual({ balance: 0, leased: 0, spent: 400 });
    });

    it('of a token can be removed, by a process that never used it', async () => {
      const own = `token:${randomUUID()}`;
      const limited: BudgetAccountLimit = {
        account: own,
        limit: 10,
        period: 'total',
        unit: 'usd',
        scope: 'token',
      };
      await buy(here, 10, [limited]);
      await here.drain();
      const unlimited: BudgetAccountLimit = { account: own, period: 'total', unit: 'usd', scope: 'token' };
      const later = await harness.spender();
      await buy(later, 500, [unlimited]);
      await later.finish();
      await finishAll();
      expect((await harness.budgetAccount(own)).balance).toBe(-500);
      expect(await harness.database.query('SELECT floor FROM ledger_accounts WHERE id = $1', [own])).toEqual([
        { floor: null },
      ]);
    });
  });

  describe('that are nearly spent', () => {
    it('are reported once at each threshold, and again after they were raised', async () => {
      const spend = async (costMicroUsd: number, limit = 1_000): Promise<number[]> => {
        harness.told.length = 0;
        await buy(here, costMicroUsd, [{ ...budgetAccount, limit }]);
        await here.drain();
        return harness.told.map(({ percent }) => percent);
      };
      expect(await spend(799)).toEqual([]);
      expect(await spend(1)).toEqual([80]);
      expect(harness.told).toEqual([
        {
          unit: 'usd',
          scope: 'owner',
          account,
          name: account.slice('owner:'.length),
          period: 'total',
          limit: 1_000,
          spent: 800,
          percent: 80,
          reachedAt: expect.any(Date),
        },
      ]);
      expect(await spend(100)).toEqual([]);
      expect(await spend(100)).toEqual([100]);
      expect(await spend(500, 2_000)).toEqual([]);
      expect(await spend(500, 2_000)).toEqual([80, 100]);
      await here.finish();
    });
  });

  it('of processes without a heartbeat for a quarter of an hour are swept, and these processes notice', async () => {
    const hold = await there.hold([budgetAccount], 400);
    await harness.database.query(
      `UPDATE budget_leases SET renewed_at = now() - interval '16 minutes' WHERE spool_owner = $1`,
      [there.spoolOwner],
    );
    expect(await sweepLeases(harness.connection)).toBe(1);
    expect(await harness.budgetAccount(account)).toMatchObject({ balance: 1_000, leased: 0 });
    await there.budgets.renew();
    there.settle(hold, [budgetAccount], 400);
    await there.drain();
    await buy(here, 600);
    await expect(there.hold([budgetAccount], 1)).rejects.toMatchObject(EXHAUSTED);
    await finishAll();
    expect(await harness.budgetAccount(account)).toEqual({ balance: 0, leased: 0, spent: 1_000 });
  });

  it('return what a correction of an estimate returns', async () => {
    await buy(here, 100);
    await here.finish();
    await here.connection.transaction((manager) =>
      here.book.charge(manager, here.spoolOwner, [toStoredEvent(buildUsage([budgetAccount], -40))]),
    );
    expect(await harness.budgetAccount(account)).toEqual({ balance: 940, leased: 0, spent: 60 });
  });

  it('are available for tasks too, even if processes have leased all of them', async () => {
    (await there.hold([budgetAccount], 1_000)).release();
    const ledger = new LedgerRepository();
    const reference = `video_${randomUUID()}`;
    const booking = { reference, tokenId: randomUUID(), otherBudgetAccounts: [account] };
    await withLeaseRecall(harness.connection, [budgetAccount], async (manager) => {
      await ledger.limit(manager, [budgetAccount]);
      await ledger.hold(manager, booking, 900);
    });
    await expect(here.hold([budgetAccount], 200)).rejects.toThrow('does not cover this request');
    await harness.connection.transaction((manager) =>
      ledger.settle(manager, booking, { heldMicroUsd: 900, costMicroUsd: 500 }),
    );
    await until(() => buy(here, 500));
    await finishAll();
    expect(await harness.budgetAccount(account)).toEqual({ balance: 0, leased: 0, spent: 1_000 });
  });

  it('lose and create no money while connections are closed', async () => {
    const holds: Hold[] = [];
    const attempt = async (spender: Spender): Promise<void> => {
      try {
        holds.push(await spender.hold([budgetAccount], 10));
        spender.settle(holds.at(-1) as Hold, [budgetAccount], 10);
      } catch (error) {
        expect(error).toMatchObject({
          kind: expect.stringMatching(/^(store-unavailable|budget-exhausted)$/),
        });
      }
    };
    const cutAll = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE 'modelgate%'`;
    await attempt(here);
    for (let round = 0; round < 8; round += 1) {
      const attempts = Array.from({ length: 20 }, (_, index) => attempt(index % 2 === 0 ? here : there));
      await Promise.all([harness.database.query(cutAll), ...attempts]);
    }
    expect(holds.length).toBeLessThanOrEqual(100);
    await finishAll();
    const spent = holds.length * 10;
    expect(await harness.budgetAccount(account)).toEqual({ balance: 1_000 - spent, leased: 0, spent });
    expect((await harness.verify()).faults).toEqual([]);
  });
});
