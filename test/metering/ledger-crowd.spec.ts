import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { LedgerHarness, type Submission } from './ledger-harness.js';

const TOKENS = 3;
const token = fc.nat(TOKENS - 1);
const pick = fc.nat(50);
const amountMicroUsd = fc.integer({ min: 1, max: 60 });

const step = fc.oneof(
  fc.record({ kind: fc.constant('limit' as const), token, limit: fc.nat(200) }),
  fc.record({ kind: fc.constant('hold' as const), token, amountMicroUsd }),
  fc.record({ kind: fc.constant('settle' as const), pick, costMicroUsd: fc.nat(60) }),
  fc.record({ kind: fc.constant('release' as const), pick }),
  fc.record({
    kind: fc.constant('refund' as const),
    pick,
    ordinal: fc.integer({ min: 1, max: 3 }),
    amountMicroUsd,
  }),
  fc.record({ kind: fc.constant('writeOff' as const), pick, amountMicroUsd }),
);
const actors = fc.array(fc.array(step, { minLength: 4, maxLength: 12 }), { minLength: 2, maxLength: 5 });

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Allowed results of a step; any other error, such as a deadlock, is a fault of the ledger. */
const REFUSALS = [
  /^The budget of this API token is exhausted\.$/,
  /^duplicate key value violates unique constraint/,
  /^video_\S+ costs \d+, which is more than the \d+ held for it$/,
  /^video_\S+ cannot be refunded \d+: only \d+ of its cost is left to refund$/,
];

interface Entry {
  kind: string;
  account: string;
  amount: number;
}

/** One run: independent actors that work concurrently on the same tokens and orders. */
class Crowd {
  readonly tokenIds = Array.from({ length: TOKENS }, () => randomUUID());
  private readonly submissions: Submission[] = [];

  constructor(private readonly harness: LedgerHarness) {}

  async run(scripts: readonly (readonly Step[])[]): Promise<void> {
    await Promise.all(
      scripts.map(async (steps) => {
        for (const step of steps) await this.try(step);
      }),
    );
  }

  /** In the order in which they took effect: an entry is added with a lock on its account. */
  async entries(): Promise<Entry[]> {
    const rows = await this.harness.database.query(
      `SELECT kind, account_id AS account, amount::int FROM ledger_entries e
       JOIN ledger_transactions t ON t.id = e.transaction_id
       WHERE split_part(account_id, '/', 1) = ANY($1) ORDER BY e.id`,
      [this.tokenIds.map((id) => `token:${id}`)],
    );
    return rows as unknown as Entry[];
  }

  private async try(step: Step): Promise<void> {
    try {
      await this.take(step);
    } catch (error) {
      const { message } = error as Error;
      if (!REFUSALS.some((refusal) => refusal.test(message))) throw error;
    }
  }

  private async take(step: Step): Promise<void> {
    if (step.kind === 'limit') return this.harness.limit(this.tokenIds[step.token] ?? '', step.limit);
    if (step.kind === 'hold') {
      this.submissions.push(await this.harness.submit(this.tokenIds[step.token] ?? '', step.amountMicroUsd));
      return;
    }
    const submission = this.submissions[step.pick % this.submissions.length];
    if (submission === undefined) return;
    if (step.kind === 'settle') return this.harness.settle(submission, step.costMicroUsd);
    if (step.kind === 'release') return this.harness.release(submission);
    if (step.kind === 'refund') return this.harness.refund(submission, step);
    return this.harness.writeOff(submission.reference, step.amountMicroUsd);
  }
}

/** The balance after each entry of an account. */
function history(
  entries: readonly Entry[],
  account: string,
): { kind: string; amount: number; balance: number }[] {
  let balance = 0;
  return entries
    .filter((entry) => entry.account === account)
    .map(({ kind, amount }) => ({ kind, amount, balance: (balance += amount) }));
}

describe('with any concurrent bookings', () => {
  let harness: LedgerHarness;

  beforeAll(async () => {
    harness = await LedgerHarness.open();
  });

  afterAll(async () => {
    await harness.close();
  });

  it('the ledger stays correct', async () => {
    await fc.assert(
      fc.asyncProperty(actors, async (scripts) => {
        const crowd = new Crowd(harness);
        await crowd.run(scripts);
        expect((await harness.verify()).faults).toEqual([]);
        const entries = await crowd.entries();
        for (const tokenId of crowd.tokenIds) {
          const spent = history(entries, `token:${tokenId}`);
          expect((await harness.available(tokenId)).balance ?? 0).toBe(spent.at(-1)?.balance ?? 0);
          const granted = spent.findIndex(({ kind }) => kind === 'grant');
          const limited = granted === -1 ? [] : spent.slice(granted);
          expect(limited.filter(({ kind, balance }) => kind === 'hold' && balance < 0)).toEqual([]);
          const held = history(entries, `token:${tokenId}/held`);
          expect((await harness.held(tokenId)).balance ?? 0).toBe(held.at(-1)?.balance ?? 0);
          expect(held.filter(({ balance }) => balance < 0)).toEqual([]);
        }
      }),
      { numRuns: 10 },
    );
    const [total] = await harness.database.query(
      'SELECT sum(amount)::int AS sum, count(*)::int FROM ledger_entries',
    );
    expect(total).toMatchObject({ sum: 0 });
    expect(total?.['count']).toBeGreaterThan(100);
    expect(
      await harness.database.query(
        `SELECT reference FROM ledger_transactions WHERE kind IN ('settle', 'release')
         GROUP BY reference HAVING count(*) > 1`,
      ),
    ).toEqual([]);
  });
});
