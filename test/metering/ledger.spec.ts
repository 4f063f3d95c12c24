import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LedgerBench } from './ledger-bench.js';

const EXHAUSTED = { kind: 'budget-exhausted' };
const BOOKED_ALREADY = { code: '23505' };

/** How many of them were done; the others have failed as expected. */
async function countDone(all: readonly Promise<unknown>[], failure: object): Promise<number> {
  const results = await Promise.allSettled(all);
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject(failure);
  }
  return results.filter(({ status }) => status === 'fulfilled').length;
}

describe('the ledger', () => {
  let bench: LedgerBench;
  let tokenId: string;

  beforeAll(async () => {
    bench = await LedgerBench.open();
  });

  afterAll(async () => {
    expect((await bench.verify()).faults).toEqual([]);
    await bench.close();
  });

  beforeEach(() => {
    tokenId = randomUUID();
  });

  describe('a hold', () => {
    it('is without limit where nothing was granted', async () => {
      await bench.order(tokenId, 700);
      expect(await bench.available(tokenId)).toEqual({ balance: -700, floor: null });
      expect(await bench.held(tokenId)).toEqual({ balance: 700, floor: 0 });
    });

    it('takes the last money, and no more', async () => {
      await bench.limit(tokenId, 100);
      await bench.order(tokenId, 100);
      await expect(bench.order(tokenId, 1)).rejects.toMatchObject(EXHAUSTED);
      expect(await bench.available(tokenId)).toEqual({ balance: 0, floor: 0 });
    });

    it('of nothing books nothing', async () => {
      await bench.limit(tokenId, 0);
      await bench.release(await bench.order(tokenId, 0));
      await bench.settle(await bench.order(tokenId, 0), 0);
      expect(await bench.held(tokenId)).toEqual({});
    });

    it('is won by exactly one of several who want the last money', async () => {
      await bench.limit(tokenId, 100);
      const holds = Array.from({ length: 8 }, () => bench.order(tokenId, 60));
      expect(await countDone(holds, EXHAUSTED)).toBe(1);
      expect(await bench.available(tokenId)).toEqual({ balance: 40, floor: 0 });
    });

    it('is counted by everybody who opens the accounts at once', async () => {
      await Promise.all(Array.from({ length: 8 }, () => bench.order(tokenId, 5)));
      expect(await bench.available(tokenId)).toEqual({ balance: -40, floor: null });
      expect(await bench.held(tokenId)).toEqual({ balance: 40, floor: 0 });
    });

    it('is made once for one thing', async () => {
      const reference = `video_${randomUUID()}`;
      const holds = Array.from({ length: 4 }, () => bench.order(tokenId, 5, reference));
      expect(await countDone(holds, BOOKED_ALREADY)).toBe(1);
      expect(await bench.held(tokenId)).toMatchObject({ balance: 5 });
    });
  });

  describe('the end of a hold', () => {
    it('spends the cost and gives back the rest', async () => {
      await bench.limit(tokenId, 100);
      const before = await bench.sumOf('revenue');
      await bench.settle(await bench.order(tokenId, 80), 30);
      expect(await bench.available(tokenId)).toMatchObject({ balance: 70 });
      expect(await bench.held(tokenId)).toMatchObject({ balance: 0 });
      expect((await bench.sumOf('revenue')) - before).toBe(30);
    });

    it('may cost nothing or everything', async () => {
      await bench.limit(tokenId, 100);
      await bench.settle(await bench.order(tokenId, 60), 0);
      await bench.settle(await bench.order(tokenId, 60), 60);
      expect(await bench.available(tokenId)).toMatchObject({ balance: 40 });
    });

    it('happens once, whoever tries', async () => {
      const order = await bench.order(tokenId, 50);
      const ends = [0, 1, 2, 3].flatMap((cost) => [bench.settle(order, cost), bench.release(order)]);
      expect(await countDone(ends, BOOKED_ALREADY)).toBe(1);
      expect(await bench.held(tokenId)).toMatchObject({ balance: 0 });
    });

    it('never waits for a hold that waits for it', async () => {
      const orders = await Promise.all(Array.from({ length: 40 }, () => bench.order(tokenId, 5)));
      await Promise.all(orders.flatMap((order) => [bench.settle(order, 3), bench.order(tokenId, 5)]));
      expect(await bench.available(tokenId)).toMatchObject({ balance: -320 });
    });

    it('costs no more than was held', async () => {
      const order = await bench.order(tokenId, 50);
      await expect(bench.settle(order, 51)).rejects.toThrow(
        'costs 51, which is more than the 50 held for it',
      );
      expect(await bench.held(tokenId)).toMatchObject({ balance: 50 });
    });

    it.each([
      ['another amount', { heldMicroUsd: 49 }],
      ['another token', { tokenId: randomUUID() }],
      ['a thing that nothing is held for', { reference: 'unheard-of' }],
    ])('refuses %s', async (_, wrong) => {
      const order = { ...(await bench.order(tokenId, 50)), ...wrong };
      await expect(bench.settle(order, 1)).rejects.toThrow('are not what is held for');
      await expect(bench.release(order)).rejects.toThrow('are not what is held for');
      expect(await bench.held(tokenId)).toMatchObject({ balance: 50 });
    });
  });

  describe('a limit', () => {
    it('of nothing lets a token spend nothing', async () => {
      await bench.limit(tokenId, 0);
      await expect(bench.order(tokenId, 1)).rejects.toMatchObject(EXHAUSTED);
    });

    it('is given once, whoever says it', async () => {
      await Promise.all(Array.from({ length: 8 }, () => bench.limit(tokenId, 10)));
      expect(await bench.available(tokenId)).toEqual({ balance: 10, floor: 0 });
    });

    it('that is raised gives the difference', async () => {
      await bench.limit(tokenId, 10);
      await bench.settle(await bench.order(tokenId, 4), 4);
      await bench.limit(tokenId, 15);
      expect(await bench.available(tokenId)).toEqual({ balance: 11, floor: 0 });
    });

    it('that is lowered takes it, and leaves nothing where more is spent already', async () => {
      await bench.limit(tokenId, 100);
      const order = await bench.order(tokenId, 60);
      await bench.limit(tokenId, 70);
      expect(await bench.available(tokenId)).toEqual({ balance: 10, floor: 0 });
      await bench.limit(tokenId, 20);
      await expect(bench.order(tokenId, 1)).rejects.toMatchObject(EXHAUSTED);
      await bench.settle(order, 15);
      expect(await bench.available(tokenId)).toEqual({ balance: 5, floor: 0 });
      await bench.order(tokenId, 5);
      await expect(bench.order(tokenId, 1)).rejects.toMatchObject(EXHAUSTED);
    });

    it('that is lifted is none; one that comes back counts what was spent meanwhile', async () => {
      await bench.limit(tokenId, 10);
      await bench.limit(tokenId, undefined);
      await bench.settle(await bench.order(tokenId, 30), 30);
      expect(await bench.available(tokenId)).toEqual({ balance: -20, floor: null });
      await bench.limit(tokenId, 10);
      expect(await bench.available(tokenId)).toEqual({ balance: -20, floor: -20 });
      await expect(bench.order(tokenId, 1)).rejects.toMatchObject(EXHAUSTED);
      await bench.limit(tokenId, 35);
      expect(await bench.available(tokenId)).toEqual({ balance: 5, floor: 0 });
    });

    it('counts what was spent without limit before', async () => {
      await bench.settle(await bench.order(tokenId, 30), 30);
      await bench.limit(tokenId, 100);
      expect(await bench.available(tokenId)).toEqual({ balance: 70, floor: 0 });
    });

    it('leaves nothing to a token that has spent more than that already, until it is out of debt', async () => {
      const order = await bench.order(tokenId, 100);
      await bench.limit(tokenId, 20);
      expect(await bench.available(tokenId)).toEqual({ balance: -80, floor: -80 });
      await expect(bench.order(tokenId, 1)).rejects.toMatchObject(EXHAUSTED);
      await bench.settle(order, 30);
      expect(await bench.available(tokenId)).toEqual({ balance: -10, floor: -10 });
      await expect(bench.order(tokenId, 1)).rejects.toMatchObject(EXHAUSTED);
      await bench.limit(tokenId, 35);
      await bench.order(tokenId, 5);
      await expect(bench.order(tokenId, 1)).rejects.toMatchObject(EXHAUSTED);
      expect(await bench.available(tokenId)).toEqual({ balance: 0, floor: 0 });
    });
  });

  describe('several purses', () => {
    const daily = { period: 'daily', scope: 'owner' } as const;
    let owner: string;
    let everybody: string;

    beforeEach(async () => {
      owner = `owner:${randomUUID()}@2026-11-15`;
      everybody = `global@${randomUUID()}`;
      await bench.limitPurses([{ ...daily, account: owner, limitMicroUsd: 100 }]);
    });

    async function balances(): Promise<unknown[]> {
      const purses = [`token:${tokenId}`, owner, everybody];
      return Promise.all(purses.map(async (purse) => (await bench.account(purse)).balance));
    }

    it('pay each in full, and revenue once', async () => {
      const before = await bench.sumOf('revenue');
      const order = await bench.order(tokenId, 80, undefined, [owner, everybody]);
      expect(await balances()).toEqual([-80, 20, -80]);
      await bench.settle(order, 30);
      expect(await balances()).toEqual([-30, 70, -30]);
      expect(await bench.sumOf(`${owner}/spent`)).toBe(30);
      await bench.refund(order, { ordinal: 1, amountMicroUsd: 10 });
      expect(await balances()).toEqual([-20, 80, -20]);
      expect((await bench.sumOf('revenue')) - before).toBe(20);
    });

    it('give all back', async () => {
      await bench.release(await bench.order(tokenId, 80, undefined, [owner, everybody]));
      expect(await balances()).toEqual([0, 100, 0]);
    });

    it('pay all or nothing, and say which of them cannot', async () => {
      await bench.limit(tokenId, 1000);
      await expect(bench.order(tokenId, 101, undefined, [owner])).rejects.toMatchObject({
        kind: 'spend-limit-reached',
        message: expect.stringMatching(
          /^The daily budget of the owner ".+" is used up; it renews at/,
        ) as unknown,
      });
      expect((await balances()).slice(0, 2)).toEqual([1000, 100]);
    });

    it('that paid are those that are settled', async () => {
      const order = await bench.order(tokenId, 10, undefined, [owner, everybody]);
      for (const otherPurses of [[], [owner], [owner, 'global']]) {
        await expect(bench.settle({ ...order, otherPurses }, 1)).rejects.toThrow('are not what is held for');
      }
    });
  });

  describe('a refund', () => {
    it('gives back what was paid, in parts, and no more', async () => {
      await bench.limit(tokenId, 100);
      const order = await bench.order(tokenId, 80);
      await bench.settle(order, 50);
      await bench.refund(order, { ordinal: 1, amountMicroUsd: 20 });
      await bench.refund(order, { ordinal: 2, amountMicroUsd: 25 });
      await expect(bench.refund(order, { ordinal: 3, amountMicroUsd: 6 })).rejects.toThrow('5 are left');
      await bench.refund(order, { ordinal: 100, amountMicroUsd: 5 });
      expect(await bench.available(tokenId)).toEqual({ balance: 100, floor: 0 });
    });

    it('is given once under one number', async () => {
      const order = await bench.order(tokenId, 80);
      await bench.settle(order, 80);
      const refunds = [1, 2, 3, 4].map((amountMicroUsd) =>
        bench.refund(order, { ordinal: 1, amountMicroUsd }),
      );
      expect(await countDone(refunds, BOOKED_ALREADY)).toBe(1);
    });

    it('is no more than what was paid, whoever is asked at once', async () => {
      const order = await bench.order(tokenId, 80);
      await bench.settle(order, 50);
      const refunds = [1, 2, 3, 4].map((ordinal) => bench.refund(order, { ordinal, amountMicroUsd: 20 }));
      const message = expect.stringContaining('10 are left of what it cost');
      expect(await countDone(refunds, { message })).toBe(2);
      expect(await bench.available(tokenId)).toMatchObject({ balance: -10 });
    });

    it('is for what this token has paid', async () => {
      const order = await bench.order(tokenId, 80);
      const refund = { ordinal: 1, amountMicroUsd: 1 };
      await expect(bench.refund(order, refund)).rejects.toThrow('0 are left');
      await bench.settle(order, 50);
      await expect(bench.refund({ ...order, tokenId: randomUUID() }, refund)).rejects.toThrow('0 are left');
    });

    it.each([0, 1.5, -1, 101, Number.NaN])('has no number %d', async (ordinal) => {
      const order = { reference: 'any', tokenId };
      await expect(bench.refund(order, { ordinal, amountMicroUsd: 1 })).rejects.toThrow(RangeError);
    });
  });

  it('writes off what an upstream was paid for nothing, once', async () => {
    const before = await bench.sumOf('write-off');
    const reference = `account/${randomUUID()}`;
    await bench.writeOff(reference, 40);
    await bench.writeOff(reference, 0);
    await expect(bench.writeOff(reference, 40)).rejects.toMatchObject(BOOKED_ALREADY);
    expect((await bench.sumOf('write-off')) - before).toBe(40);
  });

  it.each([-1, 0.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY])(
    'takes %d for no money',
    async (amount) => {
      const order = { reference: 'any', tokenId, heldMicroUsd: amount };
      for (const refused of [
        () => bench.limit(tokenId, amount),
        () => bench.order(tokenId, amount),
        () => bench.release(order),
        () => bench.settle({ ...order, heldMicroUsd: Number.MAX_SAFE_INTEGER }, amount),
        () => bench.refund(order, { ordinal: 1, amountMicroUsd: amount }),
        () => bench.writeOff('any', amount),
      ]) {
        await expect(refused()).rejects.toThrow(RangeError);
      }
      expect(await bench.available(tokenId)).toEqual({});
    },
  );

  it('counts beyond what a number counts exactly', async () => {
    await bench.order(tokenId, Number.MAX_SAFE_INTEGER);
    await bench.order(tokenId, Number.MAX_SAFE_INTEGER);
    await bench.order(tokenId, 1);
    const [row] = await bench.database.query('SELECT balance::text FROM ledger_accounts WHERE id = $1', [
      `token:${tokenId}`,
    ]);
    expect(row).toEqual({ balance: '-18014398509481983' });
  });
});
