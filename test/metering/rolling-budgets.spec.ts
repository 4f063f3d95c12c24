import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { type BudgetAccountLimit, listBudgetAccounts, renewRollingWindows } from '#metering';
import { BudgetHarness, type Spender } from './budget-harness.js';

const MINUTE_MS = 60_000;
const HOURS = 5;
const WINDOW_MS = HOURS * 60 * MINUTE_MS;
const START = Date.parse('2026-11-18T12:00:00Z');
const LIMIT = 100;

describe('a rolling budget', () => {
  let harness: BudgetHarness;
  let nowMs = START;
  const now = (): Date => new Date(nowMs);

  beforeAll(async () => {
    harness = await BudgetHarness.open();
  });

  afterAll(async () => {
    await harness.close();
  });

  function listAccounts(id: string): BudgetAccountLimit[] {
    return listBudgetAccounts(
      [{ scope: 'token', name: id, windows: [{ unit: 'usd', limit: LIMIT, period: `${HOURS}h` }] }],
      now(),
    );
  }

  /** Whether the amount was available. */
  async function spend(spender: Spender, id: string, amount: number): Promise<boolean> {
    const accounts = listAccounts(id);
    const hold = await spender.hold(accounts, amount).catch((error: { kind: string }) => {
      expect(error.kind).toBe('spend-limit-reached');
      return undefined;
    });
    if (hold === undefined) return false;
    spender.settle(hold, accounts, amount);
    await spender.drain();
    return true;
  }

  it('rejects more than its limit, returns when the next part renews, and renews it then', async () => {
    nowMs = START;
    const id = randomUUID();
    const spender = await harness.spender(now);
    expect(await spend(spender, id, 40)).toBe(true);
    nowMs += 60 * MINUTE_MS;
    expect(await spend(spender, id, 60)).toBe(true);
    await expect(spender.hold(listAccounts(id), 1)).rejects.toMatchObject({
      message:
        'The 5h budget of this API token is exhausted; the next part of it renews at 2026-11-18T17:10:00Z.',
    });
    await spender.finish();

    nowMs = Date.parse('2026-11-18T17:10:00Z');
    const later = await harness.spender(now);
    expect(await spend(later, id, 41)).toBe(false);
    expect(await spend(await harness.spender(now), id, 40)).toBe(true);
    await later.finish();
    expect((await harness.verify()).faults).toEqual([]);
  });

  it('never contains more than its limit in any window, in any order of times and processes', async () => {
    const step = fc.record({
      afterMinutes: fc.integer({ min: 0, max: 90 }),
      who: fc.nat(2),
      amount: fc.integer({ min: 1, max: 70 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (steps) => {
        nowMs = START;
        const id = randomUUID();
        const spenders = await Promise.all([0, 1, 2].map(() => harness.spender(now)));
        const served: { atMs: number; amount: number }[] = [];
        for (const { afterMinutes, who, amount } of steps) {
          nowMs += afterMinutes * MINUTE_MS;
          const spender = spenders[who];
          if (spender !== undefined && (await spend(spender, id, amount)))
            served.push({ atMs: nowMs, amount });
        }
        for (const { atMs } of served) {
          const inWindow = served.filter((one) => one.atMs >= atMs && one.atMs < atMs + WINDOW_MS);
          expect(inWindow.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(LIMIT);
        }
        for (const spender of spenders) {
          await spender.finish();
          await spender.stop();
        }
        expect((await harness.verify()).faults).toEqual([]);
      }),
      { numRuns: 5 },
    );
  }, 120_000);

  it('has at most one row for each slot, and none after maintenance has renewed it', async () => {
    nowMs = START;
    const id = randomUUID();
    const spender = await harness.spender(now);
    for (let count = 0; count < 10; count += 1) {
      expect(await spend(spender, id, 1)).toBe(true);
      nowMs += MINUTE_MS;
    }
    await spender.finish();
    const countRows = async (): Promise<number> => {
      const [row] = await harness.database.query(
        'SELECT count(*)::int FROM budget_slots WHERE account = $1',
        [`token:${id}@${HOURS}h`],
      );
      return Number(row?.['count']);
    };
    expect(await countRows()).toBe(2);
    await renewRollingWindows(harness.connection, new Date(START + 2 * WINDOW_MS));
    expect(await countRows()).toBe(0);
    expect(await harness.budgetAccount(`token:${id}@${HOURS}h`)).toEqual({
      balance: LIMIT,
      leased: 0,
      spent: 0,
    });
    expect((await harness.verify()).faults).toEqual([]);
  });
});
