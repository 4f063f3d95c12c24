import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { type Hold, type BudgetAccountLimit } from '#metering';
import { BudgetHarness, type Spender } from './budget-harness.js';

const who = fc.nat(1);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('hold' as const),
      who,
      certain: fc.integer({ min: 1, max: 60 }),
      more: fc.nat(200),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('settle' as const), pick: fc.nat(50), part: fc.nat(100) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drain' as const), who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('die' as const), who }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface Running {
  spender: Spender;
  hold: Hold;
  certain: number;
}

/** Two processes that spend from the same two budget accounts, one of them small; each may die and be replaced. */
class Run {
  readonly tight: BudgetAccountLimit = {
    account: `token:${randomUUID()}`,
    limit: 500,
    period: 'total',
    unit: 'usd',
    scope: 'token',
  };
  readonly wide: BudgetAccountLimit = {
    account: `owner:${randomUUID()}@2026-11`,
    limit: 100_000,
    period: 'monthly',
    unit: 'usd',
    scope: 'owner',
  };
  spent = 0;
  private running: Running[] = [];
  private readonly asking: Promise<void>[] = [];
  private readonly spenders: (Spender | undefined)[] = [];

  constructor(private readonly harness: BudgetHarness) {}

  async take(step: Step): Promise<void> {
    if (step.kind === 'settle') return this.settle(step.pick, step.part);
    const spender = (this.spenders[step.who] ??= await this.harness.spender());
    if (step.kind === 'drain') return spender.drain();
    if (step.kind === 'die') return this.die(step.who, spender);
    const amounts = { certainMicroUsd: step.certain, likelyMicroUsd: step.certain + step.more };
    const asking = spender.hold([this.tight, this.wide], amounts).then(
      (hold) => void this.running.push({ spender, hold, certain: step.certain }),
      (error: unknown) => expect(error).toMatchObject({ kind: 'budget-exhausted' }),
    );
    this.asking.push(asking);
    await Promise.race([asking, sleep(5)]);
  }

  /** Ends all requests and processes. */
  async finish(): Promise<void> {
    await this.settleWhileAsking(100);
    while (this.running.length > 0) this.settle(0, 100);
    for (const spender of this.spenders) {
      await spender?.finish();
      await spender?.stop();
    }
  }

  private settle(pick: number, part: number): void {
    const [done] = this.running.splice(pick % Math.max(1, this.running.length), 1);
    if (done === undefined) return;
    const cost = Math.floor((done.certain * part) / 100);
    this.spent += cost;
    done.spender.settle(done.hold, [this.tight, this.wide], cost);
  }

  /** Its pending reservations have failed, and its running requests are lost. */
  private async die(who: number, spender: Spender): Promise<void> {
    this.spenders[who] = undefined;
    await this.settleWhileAsking(50);
    this.running = this.running.filter((each) => each.spender !== spender);
    await spender.finish();
    await spender.stop();
  }

  /** Pending reservations get the money of requests that settle. */
  private async settleWhileAsking(part: number): Promise<void> {
    const settling = setInterval(() => this.settle(0, part), 1);
    await Promise.all(this.asking);
    clearInterval(settling);
  }
}

describe('concurrent requests of two processes with one budget', () => {
  let harness: BudgetHarness;

  beforeAll(async () => {
    harness = await BudgetHarness.open();
  });

  afterAll(async () => {
    await harness.close();
  });

  it('never overspend it, and lose no money', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const run = new Run(harness);
        for (const each of steps) await run.take(each);
        await run.finish();
        const { tight, wide, spent } = run;
        expect(spent).toBeLessThanOrEqual(500);
        const [untouched] = await harness.database.query(
          'SELECT count(*)::int = 0 AS is_untouched FROM ledger_accounts WHERE id = $1',
          [tight.account],
        );
        if (untouched?.['is_untouched'] !== true) {
          expect(await harness.budgetAccount(tight.account)).toMatchObject({
            balance: 500 - spent,
            leased: 0,
          });
        }
        if (spent > 0) {
          expect(await harness.budgetAccount(wide.account)).toEqual({
            balance: 100_000 - spent,
            leased: 0,
            spent,
          });
        }
        expect((await harness.verify()).faults).toEqual([]);
        expect(await harness.leases()).toBe(0);
      }),
      { numRuns: 6 },
    );
  });
});
