import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LedgerHarness } from './ledger-harness.js';

const EXHAUSTED = { kind: 'budget-exhausted' };
const BOOKED_ALREADY = { code: '23505' };

/** The number that succeeded; the others have failed as expected. */
async function countDone(all: readonly Promise<unknown>[], failure: object): Promise<number> {
  const results = await Promise.allSettled(all);
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject(failure);
  }
  return results.filter(({ status }) => status === 'fulfilled').length;
}

describe('the ledger', () => {
  let harness: LedgerHarness;
  let tokenId: string;

  beforeAll(async () => {
    harness = await LedgerHarness.open();
  });

  afterAll(async () => {
    expect((await harness.verify()).faults).toEqual([]);
    await harness.close();
  });

  beforeEach(() => {
    tokenId = randomUUID();
  });

  describe('a hold', () => {
    it('is unlimited if nothing was granted', async () => {
      await harness.submit(tokenId, 700);
      expect(await harness.available(tokenId)).toEqual({ balance: -700, floor: null });
      expect(await harness.held(tokenId)).toEqual({ balance: 700, floor: 0 });
    });

    it('takes the last money, and no more', async () => {
      await harness.limit(tokenId, 100);
      await harness.submit(tokenId, 100);
      await expect(harness.submit(tokenId, 1)).rejects.toMatchObject(EXHAUSTED);
      expect(await harness.available(tokenId)).toEqual({ balance: 0, floor: 0 });
    });

    it('of zero books nothing', async () => {
      await harness.limit(tokenId, 0);
      await harness.release(await harness.submit(tokenId, 0));
      await harness.settle(await harness.submit(tokenId, 0), 0);
      expect(await harness.held(tokenId)).toEqual({});
    });

    it('succeeds for exactly one of several that need the last money', async () => {
      await harness.limit(tokenId, 100);
      const holds = Array.from({ length: 8 }, () => harness.submit(tokenId, 60));
      expect(await countDone(holds, EXHAUSTED)).toBe(1);
      expect(await harness.available(tokenId)).toEqual({ balance: 40, floor: 0 });
    });

    it('is counted by all concurrent calls that open the accounts', async () => {
      await Promise.all(Array.from({ length: 8 }, () => harness.submit(tokenId, 5)));
      expect(await harness.available(tokenId)).toEqual({ balance: -40, floor: null });
      expect(await harness.held(tokenId)).toEqual({ balance: 40, floor: 0 });
    });

    it('is made once for one object', async () => {
      const reference = `video_${randomUUID()}`;
      const holds = Array.from({ length: 4 }, () => harness.submit(tokenId, 5, reference));
      expect(await countDone(holds, BOOKED_ALREADY)).toBe(1);
      expect(await harness.held(tokenId)).toMatchObject({ balance: 5 });
    });
  });

  describe('the end of a hold', () => {
    it('spends the cost and gives back the rest', async () => {
      await harness.limit(tokenId, 100);
      const before = await harness.getSum('revenue');
      await harness.settle(await harness.submit(tokenId, 80), 30);
      expect(await harness.available(tokenId)).toMatchObject({ balance: 70 });
      expect(await harness.held(tokenId)).toMatchObject({ balance: 0 });
      expect((await harness.getSum('revenue')) - before).toBe(30);
    });

    it('may cost zero or the whole amount', async () => {
      await harness.limit(tokenId, 100);
      await harness.settle(await harness.submit(tokenId, 60), 0);
      await harness.settle(await harness.submit(tokenId, 60), 60);
      expect(await harness.available(tokenId)).toMatchObject({ balance: 40 });
    });

    it('happens once, with any number of attempts', async () => {
      const submission = await harness.submit(tokenId, 50);
      const ends = [0, 1, 2, 3].flatMap((cost) => [
        harness.settle(submission, cost),
        harness.release(submission),
      ]);
      expect(await countDone(ends, BOOKED_ALREADY)).toBe(1);
      expect(await harness.held(tokenId)).toMatchObject({ balance: 0 });
    });

    it('never deadlocks with a hold', async () => {
      const submissions = await Promise.all(Array.from({ length: 40 }, () => harness.submit(tokenId, 5)));
      await Promise.all(
        submissions.flatMap((submission) => [harness.settle(submission, 3), harness.submit(tokenId, 5)]),
      );
      expect(await harness.available(tokenId)).toMatchObject({ balance: -320 });
    });

    it('costs no more than was held', async () => {
      const submission = await harness.submit(tokenId, 50);
      await expect(harness.settle(submission, 51)).rejects.toThrow(
        'costs 51, which is more than the 50 held for it',
      );
      expect(await harness.held(tokenId)).toMatchObject({ balance: 50 });
    });

    it.each([
      ['another amount', { heldMicroUsd: 49 }],
      ['another token', { tokenId: randomUUID() }],
      ['an object without a hold', { reference: 'unheard-of' }],
    ])('rejects %s', async (_, wrong) => {
      const submission = { ...(await harness.submit(tokenId, 50)), ...wrong };
      await expect(harness.settle(submission, 1)).rejects.toThrow('the amount held for');
      await expect(harness.release(submission)).rejects.toThrow('the amount held for');
      expect(await harness.held(tokenId)).toMatchObject({ balance: 50 });
    });
  });

  describe('a limit', () => {
    it('of zero lets a token spend nothing', async () => {
      await harness.limit(tokenId, 0);
      await expect(harness.submit(tokenId, 1)).rejects.toMatchObject(EXHAUSTED);
    });

    it('is granted once, with any number of attempts', async () => {
      await Promise.all(Array.from({ length: 8 }, () => harness.limit(tokenId, 10)));
      expect(await harness.available(tokenId)).toEqual({ balance: 10, floor: 0 });
    });

    it('that is raised grants the difference', async () => {
      await harness.limit(tokenId, 10);
      await harness.settle(await harness.submit(tokenId, 4), 4);
      await harness.limit(tokenId, 15);
      expect(await harness.available(tokenId)).toEqual({ balance: 11, floor: 0 });
    });

    it('that is lowered takes it back, and leaves zero if more is spent already', async () => {
      await harness.limit(tokenId, 100);
      const submission = await harness.submit(tokenId, 60);
      await harness.limit(tokenId, 70);
      expect(await harness.available(tokenId)).toEqual({ balance: 10, floor: 0 });
      await harness.limit(tokenId, 20);
      await expect(harness.submit(tokenId, 1)).rejects.toMatchObject(EXHAUSTED);
      await harness.settle(submission, 15);
      expect(await harness.available(tokenId)).toEqual({ balance: 5, floor: 0 });
      await harness.submit(tokenId, 5);
      await expect(harness.submit(tokenId, 1)).rejects.toMatchObject(EXHAUSTED);
    });

    it('that is removed does not apply; one that is set again includes what was spent in the meantime', async () => {
      await harness.limit(tokenId, 10);
      await harness.limit(tokenId, undefined);
      await harness.settle(await harness.submit(tokenId, 30), 30);
      expect(await harness.available(tokenId)).toEqual({ balance: -20, floor: null });
      await harness.limit(tokenId, 10);
      expect(await harness.available(tokenId)).toEqual({ balance: -20, floor: -20 });
      await expect(harness.submit(tokenId, 1)).rejects.toMatchObject(EXHAUSTED);
      await harness.limit(tokenId, 35);
      expect(await harness.available(tokenId)).toEqual({ balance: 5, floor: 0 });
    });

    it('includes what was spent without a limit before', async () => {
      await harness.settle(await harness.submit(tokenId, 30), 30);
      await harness.limit(tokenId, 100);
      expect(await harness.available(tokenId)).toEqual({ balance: 70, floor: 0 });
    });

    it('leaves nothing to a token that has spent more already, until the debt is paid', async () => {
      const submission = await harness.submit(tokenId, 100);
      await harness.limit(tokenId, 20);
      expect(await harness.available(tokenId)).toEqual({ balance: -80, floor: -80 });
      await expect(harness.submit(tokenId, 1)).rejects.toMatchObject(EXHAUSTED);
      await harness.settle(submission, 30);
      expect(await harness.available(tokenId)).toEqual({ balance: -10, floor: -10 });
      await expect(harness.submit(tokenId, 1)).rejects.toMatchObject(EXHAUSTED);
      await harness.limit(tokenId, 35);
      await harness.submit(tokenId, 5);
      await expect(harness.submit(tokenId, 1)).rejects.toMatchObject(EXHAUSTED);
      expect(await harness.available(tokenId)).toEqual({ balance: 0, floor: 0 });
    });
  });

  describe('several budget accounts', () => {
    const daily = { period: 'daily', unit: 'usd', scope: 'owner' } as const;
    let owner: string;
    let everybody: string;

    beforeEach(async () => {
      owner = `owner:${randomUUID()}@2026-11-15`;
      everybody = `global@${randomUUID()}`;
      await harness.limitBudgetAccounts([{ ...daily, account: owner, limit: 100 }]);
    });

    async function balances(): Promise<unknown[]> {
      const budgetAccounts = [`token:${tokenId}`, owner, everybody];
      return Promise.all(
        budgetAccounts.map(async (budgetAccount) => (await harness.account(budgetAccount)).balance),
      );
    }

    it('are each charged in full, and revenue is credited once', async () => {
      const before = await harness.getSum('revenue');
      const submission = await harness.submit(tokenId, 80, undefined, [owner, everybody]);
      expect(await balances()).toEqual([-80, 20, -80]);
      await harness.settle(submission, 30);
      expect(await balances()).toEqual([-30, 70, -30]);
      expect(await harness.getSum(`${owner}/spent`)).toBe(30);
      await harness.refund(submission, { ordinal: 1, amountMicroUsd: 10 });
      expect(await balances()).toEqual([-20, 80, -20]);
      expect((await harness.getSum('revenue')) - before).toBe(20);
    });

    it('are all refunded', async () => {
      await harness.release(await harness.submit(tokenId, 80, undefined, [owner, everybody]));
      expect(await balances()).toEqual([0, 100, 0]);
    });

    it('are charged all or not at all, with an error that names the one without money', async () => {
      await harness.limit(tokenId, 1000);
      await expect(harness.submit(tokenId, 101, undefined, [owner])).rejects.toMatchObject({
        kind: 'spend-limit-reached',
        message: expect.stringMatching(
          /^The daily budget of the owner ".+" is exhausted; it resets at/,
        ) as unknown,
      });
      expect((await balances()).slice(0, 2)).toEqual([1000, 100]);
    });

    it('that were charged are those that are settled', async () => {
      const submission = await harness.submit(tokenId, 10, undefined, [owner, everybody]);
      for (const otherBudgetAccounts of [[], [owner], [owner, 'global']]) {
        await expect(harness.settle({ ...submission, otherBudgetAccounts }, 1)).rejects.toThrow(
          'the amount held for',
        );
      }
    });
  });

  describe('a refund', () => {
    it('returns what was paid, in parts, and no more', async () => {
      await harness.limit(tokenId, 100);
      const submission = await harness.submit(tokenId, 80);
      await harness.settle(submission, 50);
      await harness.refund(submission, { ordinal: 1, amountMicroUsd: 20 });
      await harness.refund(submission, { ordinal: 2, amountMicroUsd: 25 });
      await expect(harness.refund(submission, { ordinal: 3, amountMicroUsd: 6 })).rejects.toThrow(
        'only 5 of its cost is left',
      );
      await harness.refund(submission, { ordinal: 100, amountMicroUsd: 5 });
      expect(await harness.available(tokenId)).toEqual({ balance: 100, floor: 0 });
    });

    it('is made once under one number', async () => {
      const submission = await harness.submit(tokenId, 80);
      await harness.settle(submission, 80);
      const refunds = [1, 2, 3, 4].map((amountMicroUsd) =>
        harness.refund(submission, { ordinal: 1, amountMicroUsd }),
      );
      expect(await countDone(refunds, BOOKED_ALREADY)).toBe(1);
    });

    it('is no more than what was paid, also with concurrent calls', async () => {
      const submission = await harness.submit(tokenId, 80);
      await harness.settle(submission, 50);
      const refunds = [1, 2, 3, 4].map((ordinal) =>
        harness.refund(submission, { ordinal, amountMicroUsd: 20 }),
      );
      const message = expect.stringContaining('only 10 of its cost is left to refund');
      expect(await countDone(refunds, { message })).toBe(2);
      expect(await harness.available(tokenId)).toMatchObject({ balance: -10 });
    });

    it('is only for what this token has paid', async () => {
      const submission = await harness.submit(tokenId, 80);
      const refund = { ordinal: 1, amountMicroUsd: 1 };
      await expect(harness.refund(submission, refund)).rejects.toThrow('only 0 of its cost is left');
      await harness.settle(submission, 50);
      await expect(harness.refund({ ...submission, tokenId: randomUUID() }, refund)).rejects.toThrow(
        'only 0 of its cost is left',
      );
    });

    it.each([0, 1.5, -1, 101, Number.NaN])('has no number %d', async (ordinal) => {
      const submission = { reference: 'any', tokenId };
      await expect(harness.refund(submission, { ordinal, amountMicroUsd: 1 })).rejects.toThrow(RangeError);
    });
  });

  it('writes off the cost of a failed upstream call once', async () => {
    const before = await harness.getSum('write-off');
    const reference = `account/${randomUUID()}`;
    await harness.writeOff(reference, 40);
    await harness.writeOff(reference, 0);
    await expect(harness.writeOff(reference, 40)).rejects.toMatchObject(BOOKED_ALREADY);
    expect((await harness.getSum('write-off')) - before).toBe(40);
  });

  it.each([-1, 0.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY])(
    'rejects the amount %d',
    async (amount) => {
      const submission = { reference: 'any', tokenId, heldMicroUsd: amount };
      for (const refused of [
        () => harness.limit(tokenId, amount),
        () => harness.submit(tokenId, amount),
        () => harness.release(submission),
        () => harness.settle({ ...submission, heldMicroUsd: Number.MAX_SAFE_INTEGER }, amount),
        () => harness.refund(submission, { ordinal: 1, amountMicroUsd: amount }),
        () => harness.writeOff('any', amount),
      ]) {
        await expect(refused()).rejects.toThrow(RangeError);
      }
      expect(await harness.available(tokenId)).toEqual({});
    },
  );

  it('supports amounts above the exact range of a number', async () => {
    await harness.submit(tokenId, Number.MAX_SAFE_INTEGER);
    await harness.submit(tokenId, Number.MAX_SAFE_INTEGER);
    await harness.submit(tokenId, 1);
    const [row] = await harness.database.query('SELECT balance::text FROM ledger_accounts WHERE id = $1', [
      `token:${tokenId}`,
    ]);
    expect(row).toEqual({ balance: '-18014398509481983' });
  });
});
