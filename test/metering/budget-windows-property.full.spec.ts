import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { type BudgetPeriod, type BudgetUnit, type BudgetWindow, BUDGET_UNITS } from '#declarations';
import { type BudgetAccountLimit, type Hold, getBudgetAccounts } from '#metering';
import { BudgetHarness, type Spender } from './budget-harness.js';

const NOW = new Date('2026-11-18T12:00:00Z');
const PERIODS: readonly BudgetPeriod[] = ['total', 'daily', 'weekly', 'monthly', '5h', '24h'];
/** The largest cost of a request is 60 + 200, and it has at most 90 tokens. */
const MAX_CHARGE: Readonly<Record<BudgetUnit, number>> = { usd: 260, tokens: 90, requests: 1 };

const window: fc.Arbitrary<BudgetWindow> = fc
  .record({
    unit: fc.constantFrom(...BUDGET_UNITS),
    period: fc.constantFrom(...PERIODS),
    factor: fc.integer({ min: 0, max: 8 }),
  })
  .map(({ unit, period, factor }) => ({ unit, period, limit: factor * MAX_CHARGE[unit] }));
const windows = fc.uniqueArray(window, {
  minLength: 1,
  maxLength: 3,
  selector: ({ unit, period }) => `${unit} ${period}`,
});
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('request' as const),
      who: fc.nat(2),
      certain: fc.integer({ min: 1, max: 60 }),
      more: fc.nat(200),
      tokens: fc.integer({ min: 1, max: 90 }),
      holdMs: fc.nat(8),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('die' as const), who: fc.nat(2) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Three processes that serve concurrent requests of one token; each may die and is then replaced. */
class Run {
  readonly served = { usd: 0, tokens: 0, requests: 0 };
  private readonly spenders: (Spender | undefined)[] = [];
  private readonly dead = new Set<Spender>();
  private readonly requests: Promise<void>[] = [];

  constructor(
    private readonly harness: BudgetHarness,
    private readonly accounts: readonly BudgetAccountLimit[],
  ) {}

  async take(next: Step): Promise<void> {
    const spender = (this.spenders[next.who] ??= await this.harness.spender(() => NOW));
    if (next.kind === 'request') {
      this.requests.push(this.request(spender, next));
      return;
    }
    this.spenders[next.who] = undefined;
    this.dead.add(spender);
  }

  async finish(): Promise<void> {
    await Promise.all(this.requests);
    for (const spender of [...this.dead, ...this.spenders]) {
      await spender?.finish();
      await spender?.stop();
    }
  }

  private async request(
    spender: Spender,
    { certain, more, tokens, holdMs }: Extract<Step, { kind: 'request' }>,
  ) {
    const amounts = {
      certainMicroUsd: certain,
      likelyMicroUsd: certain + more,
      certainTokens: Math.ceil(tokens / 2),
      likelyTokens: tokens,
      requests: 1,
    };
    const hold = await spender.hold(this.accounts, amounts).catch((error: { kind: string }) => {
      expect(['budget-exhausted', 'spend-limit-reached']).toContain(error.kind);
    });
    if (hold !== undefined) await this.serve(spender, hold, { cost: certain + more, tokens, holdMs });
  }

  private async serve(
    spender: Spender,
    hold: Hold,
    { cost, tokens, holdMs }: { cost: number; tokens: number; holdMs: number },
  ): Promise<void> {
    await sleep(holdMs);
    // The request of a dead process was never settled.
    if (this.dead.has(spender)) return;
    spender.settle(hold, this.accounts, cost, { inputTokens: tokens });
    this.served.usd += cost;
    this.served.tokens += tokens;
    this.served.requests += 1;
    await spender.drain();
  }
}

describe('budgets with several windows on several levels', () => {
  let harness: BudgetHarness;

  beforeAll(async () => {
    harness = await BudgetHarness.open();
  });

  afterAll(async () => {
    await harness.close();
  });

  it('charge every request to all windows, and exceed none by more than one request', async () => {
    const levels = fc.record({ token: windows, owner: windows });
    await fc.assert(
      fc.asyncProperty(levels, fc.array(step, { minLength: 20, maxLength: 60 }), async (budgets, steps) => {
        const payer = {
          token: { id: randomUUID(), owner: randomUUID(), budget: budgets.token },
          ownerBudget: budgets.owner,
        };
        const accounts = getBudgetAccounts(payer, NOW);
        const run = new Run(harness, accounts);
        for (const each of steps) await run.take(each);
        await run.finish();
        for (const { account, unit, limit } of accounts) {
          const spent = run.served[unit];
          if (limit === undefined) continue;
          expect(spent).toBeLessThanOrEqual(limit === 0 ? 0 : limit + MAX_CHARGE[unit] - 1);
          if (spent > 0) {
            expect(await harness.budgetAccount(account)).toMatchObject({ balance: limit - spent, leased: 0 });
          }
        }
        expect((await harness.verify()).faults).toEqual([]);
        expect(await harness.leases()).toBe(0);
      }),
      { numRuns: 8 },
    );
  }, 240_000);
});
