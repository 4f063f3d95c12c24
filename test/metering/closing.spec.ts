import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ADVISORY_LOCKS, createDataSource } from '#database';
import {
  BudgetClosing,
  LedgerClosing,
  PriceVersionRepository,
  UsageMaintenance,
  getBudgetAccounts,
} from '#metering';
import { BudgetHarness } from './budget-harness.js';
import { LedgerHarness } from './ledger-harness.js';

const CUTOFF = new Date('2026-10-01T00:00:00Z');
const SMALL_STEPS = { maxReplaced: 5, minReplaced: 2, maxSteps: 1_000 };

/** As if everything booked so far had been booked at that time, in the same order. */
const agedTo = (moment: string): string => `
  UPDATE ledger_transactions SET created_at = timestamptz '${moment}' + (created_at - date_trunc('hour', now()))
  WHERE created_at > now() - interval '1 day'`;

const BALANCES = `SELECT id, balance::text, floor::text FROM ledger_accounts ORDER BY id`;
const SUMS = `SELECT account_id, sum(amount)::text AS sum FROM ledger_entries GROUP BY 1 HAVING sum(amount) <> 0 ORDER BY 1`;

describe('closing the ledger with budgets', () => {
  const token = randomUUID();
  let harness: BudgetHarness;

  const spendOn = async (day: string, times: number): Promise<void> => {
    const spender = await harness.spender();
    const accounts = getBudgetAccounts(
      {
        token: { id: token, owner: 'ann', budget: [{ unit: 'usd', limit: 1_600, period: 'total' }] },
        ownerBudget: [{ unit: 'usd', limit: 3_200, period: 'daily' }],
        globalBudget: [{ unit: 'usd', limit: 6_400, period: 'monthly' }],
      },
      new Date(`${day}T12:00:00Z`),
    );
    for (let time = 0; time < times; time += 1) {
      spender.settle(await spender.hold(accounts, 10), accounts, 10);
      await spender.drain();
    }
    await spender.finish();
    await spender.stop();
    await harness.connection.transaction(async (manager) => {
      await manager.query(`SET LOCAL modelgate.ledger_closing = 'on'`);
      await manager.query(agedTo(`${day}T12:00:00Z`));
    });
  };

  const count = async (table: string): Promise<number> => {
    const [row] = await harness.database.query(`SELECT count(*)::int FROM ${table}`);
    return Number(row?.['count']);
  };

  beforeAll(async () => {
    harness = await BudgetHarness.open();
    await spendOn('2026-08-30', 6);
    await spendOn('2026-08-31', 6);
    await spendOn('2026-09-01', 6);
    await spendOn('2026-10-02', 3);
  });

  afterAll(() => harness.close());

  it('creates one transaction of each kind and month, and changes no balance', async () => {
    const [balances, sums] = [await harness.database.query(BALANCES), await harness.database.query(SUMS)];
    expect(await count(`ledger_transactions WHERE kind = 'spend'`)).toBe(21);
    expect(await new LedgerClosing(harness.connection, SMALL_STEPS).closeBefore(CUTOFF)).toBeGreaterThan(18);
    const months = await harness.database.query(
      `SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, count(*)::int FROM ledger_transactions
       WHERE kind = 'spend' GROUP BY 1 ORDER BY 1`,
    );
    expect(months).toEqual([
      { month: '2026-08', count: 1 },
      { month: '2026-09', count: 1 },
      { month: '2026-10', count: 3 },
    ]);
    expect(
      await harness.database.query(`SELECT event_count, cost_micro_usd::int FROM usage_charges ORDER BY 1`),
    ).toEqual([
      ...Array.from({ length: 3 }, () => ({ event_count: 1, cost_micro_usd: 10 })),
      { event_count: 6, cost_micro_usd: 60 },
      { event_count: 12, cost_micro_usd: 120 },
    ]);
    expect(await harness.database.query(BALANCES)).toEqual(balances);
    expect(await harness.database.query(SUMS)).toEqual(sums);
    expect((await harness.verify()).faults).toEqual([]);
    expect(await new LedgerClosing(harness.connection, SMALL_STEPS).closeBefore(CUTOFF)).toBe(0);
  });

  it('makes a later change of a closed month detectable', async () => {
    const [entry] = await harness.database.query(
      `SELECT e.id FROM ledger_entries e JOIN ledger_transactions t ON t.id = transaction_id
       WHERE kind = 'spend' AND account_id = 'revenue' ORDER BY created_at LIMIT 1`,
    );
    const change = (by: number): Promise<unknown> =>
      harness.connection.transaction(async (manager) => {
        await manager.query(`SET LOCAL modelgate.ledger_closing = 'on'`);
        await manager.query('UPDATE ledger_entries SET amount = amount + $2 WHERE id = $1', [
          entry?.['id'],
          by,
        ]);
      });
    await change(1);
    const { faults } = await harness.verify();
    expect(faults.map(({ rule }) => rule)).toEqual([
      'the entries of a transaction sum to zero',
      'the spent amount equals the charged amount',
    ]);
    await change(-1);
    expect((await harness.verify()).faults).toEqual([]);
  });

  it('is the only operation that may delete transactions', async () => {
    await expect(harness.database.query('DELETE FROM ledger_entries')).rejects.toThrow('only ever added to');
    await expect(harness.database.query('UPDATE ledger_transactions SET kind = kind')).rejects.toThrow(
      'only ever added to',
    );
  });

  it('combines the days and months of a budget into one account, with its grants and charges', async () => {
    const closing = new BudgetClosing(harness.connection);
    // A day on which another process held the lock is skipped.
    await harness.connection.transaction(async (manager) => {
      await manager.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.ledgerClosing]);
      expect(await closing.closeBefore(CUTOFF)).toBe(0);
    });
    // Three days of the owner, two months of the gateway.
    expect(await closing.closeBefore(CUTOFF)).toBe(5);
    expect(await closing.closeBefore(CUTOFF)).toBe(0);
    const accounts = await harness.database.query(
      `SELECT id FROM ledger_accounts WHERE id LIKE '%@%' AND id NOT LIKE '%/%' ORDER BY 1`,
    );
    expect(accounts.map(({ id }) => id)).toEqual([
      'global@2026-10',
      'global@closed',
      'owner:ann@2026-10-02',
      'owner:ann@closed',
    ]);
    expect(await harness.budgetAccount('owner:ann@closed')).toEqual({
      balance: 3 * 3_200 - 180,
      leased: 0,
      spent: 180,
    });
    expect(await count('budget_limits')).toBe(5);
    expect((await harness.verify()).faults).toEqual([]);
    // The grant of a closed budget no longer needs its own transaction.
    await new LedgerClosing(harness.connection, SMALL_STEPS).closeBefore(CUTOFF);
    expect(
      await count(`ledger_transactions WHERE kind = 'grant' AND created_at < '2026-10-01'`),
    ).toBeLessThanOrEqual(3);
    expect((await harness.verify()).faults).toEqual([]);
  });

  it('continues with closed and open budgets', async () => {
    await spendOn('2026-10-02', 2);
    await spendOn('2026-08-30', 1);
    expect((await harness.verify()).faults).toEqual([]);
    const closing = new BudgetClosing(harness.connection);
    await closing.closeBefore(CUTOFF);
    expect((await harness.verify()).faults).toEqual([]);
    expect((await harness.budgetAccount('owner:ann@closed')).spent).toBe(190);
  });
});

describe('closing the ledger with videos', () => {
  const token = randomUUID();
  let harness: LedgerHarness;

  beforeAll(async () => {
    harness = await LedgerHarness.open();
  });

  afterAll(() => harness.close());

  it('closes holds with their ends and refunds, once their tasks are deleted', async () => {
    await harness.limit(token, 10_000);
    const [paid, second, released, kept] = [
      await harness.submit(token, 100),
      await harness.submit(token, 200),
      await harness.submit(token, 300),
      await harness.submit(token, 400),
    ];
    await harness.settle(paid, 80);
    await harness.settle(second, 200);
    await harness.refund(paid, { ordinal: 1, amountMicroUsd: 30 });
    await harness.refund(second, { ordinal: 2, amountMicroUsd: 20 });
    await harness.release(released);
    await harness.settle(kept, 50);
    await harness.tamper(agedTo('2026-08-15T12:00:00Z'));
    await harness.tamper(`DELETE FROM video_tasks WHERE id <> '${kept.reference}'`);
    await harness.database.query(
      'ALTER TABLE ledger_entries ENABLE TRIGGER USER; ALTER TABLE ledger_transactions ENABLE TRIGGER USER',
    );
    expect((await harness.verify()).faults).toEqual([]);
    const before = await harness.available(token);

    const dataSource = createDataSource({ url: harness.database.url, entities: [], poolSize: 2 });
    await dataSource.initialize();
    // Two holds, two ends and two refunds; the released one has no counterpart to combine with.
    expect(await new LedgerClosing(dataSource, SMALL_STEPS).closeBefore(CUTOFF)).toBe(6);
    await dataSource.destroy();
    expect(
      await harness.database.query(
        `SELECT kind, count(*)::int FROM ledger_transactions WHERE kind <> 'grant' GROUP BY 1 ORDER BY 1`,
      ),
    ).toEqual([
      { kind: 'hold', count: 3 },
      { kind: 'refund', count: 1 },
      { kind: 'release', count: 1 },
      { kind: 'settle', count: 2 },
    ]);
    expect(await harness.available(token)).toEqual(before);
    expect(await harness.getSum('revenue')).toBe(80 + 200 - 30 - 20 + 50);
    expect((await harness.verify()).faults).toEqual([]);
    // A task that still exists can be refunded; of a deleted one nothing can be refunded.
    await harness.refund(kept, { ordinal: 1, amountMicroUsd: 10 });
    await expect(harness.refund(paid, { ordinal: 2, amountMicroUsd: 10 })).rejects.toThrow(
      'only 0 of its cost is left',
    );
    expect((await harness.verify()).faults).toEqual([]);
  });
});

const buildPrice = (version: string) => ({ version, model: 'm', price: { perRequest: 1 }, source: 'file' });

describe('rows without references', () => {
  let harness: BudgetHarness;

  beforeAll(async () => {
    harness = await BudgetHarness.open();
  });

  afterAll(() => harness.close());

  it('deletes a price that was not used for long, and detects that one was used', async () => {
    const prices = new PriceVersionRepository();
    const keep = (...versions: string[]): Promise<void> =>
      harness.connection.transaction((manager) => prices.store(manager, versions.map(buildPrice)));
    await keep('old', 'used');
    await harness.database.query(`UPDATE price_versions SET last_used_at = now() - interval '100 days'`);
    await keep('used', 'new');
    const since = new Date(Date.now() - 92 * 86_400_000);
    expect(await prices.deleteUnusedSince(harness.connection, since)).toBe(1);
    const left = await harness.database.query('SELECT version FROM price_versions ORDER BY 1');
    expect(left.map(({ version }) => version)).toEqual(['new', 'used']);
  });

  it('deletes hourly sums after the time in the config file', async () => {
    const now = new Date();
    await harness.database.query(
      `INSERT INTO usage_hours SELECT now() - days * interval '1 day', 1, 1, 1, 1, 1, 1, 0, 0, 0,
         0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 FROM unnest(ARRAY[50, 150, 500]) AS days`,
    );
    const left = async (): Promise<number> =>
      (await harness.database.query('SELECT 1 FROM usage_hours')).length;
    await new UsageMaintenance(harness.connection, () => 90).run(now);
    expect(await left()).toBe(3);
    await new UsageMaintenance(harness.connection, () => 90, 400).run(now);
    expect(await left()).toBe(2);
    // Not those whose requests are still stored.
    await new UsageMaintenance(harness.connection, () => 90, 1).run(now);
    expect(await left()).toBe(1);
  });
});
