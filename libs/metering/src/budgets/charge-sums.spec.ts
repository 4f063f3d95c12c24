import { describe, expect, it } from '@jest/globals';
import { type UsageCounts, type UsageEvent } from '../usage/usage-event.js';
import { sumCharges } from './charge-sums.js';
import { getRequestCharge, withoutEstimate } from './request-charge.js';

type Events = Parameters<typeof sumCharges>[0];

function event(
  budgetAccounts: string[],
  costMicroUsd: number | undefined,
  usage: UsageCounts = {},
  { outcome = 'ok', isCacheHit = false }: Partial<Pick<UsageEvent, 'outcome' | 'isCacheHit'>> = {},
): Events[number] {
  return { budgetAccounts, charge: getRequestCharge({ costMicroUsd, usage, outcome, isCacheHit }) };
}

describe('sumCharges', () => {
  it('sums the charges of each budget account', () => {
    const events = [
      event(['token:a', 'global'], 3),
      event(['token:b', 'global'], 4),
      event(['token:a', 'global'], 5),
    ];
    expect(sumCharges(events).accounts).toEqual([
      { account: 'token:a', settled: 8, amount: 8 },
      { account: 'global', settled: 12, amount: 12 },
      { account: 'token:b', settled: 4, amount: 4 },
    ]);
  });

  it('charges each account in its unit', () => {
    const accounts = ['token:a', 'token:a@tokens:2026-11', 'owner:o@requests'];
    const usage = { inputTokens: 20, outputTokens: 3, reasoningTokens: 2 };
    expect(sumCharges([event(accounts, 7, usage), event(accounts, 7, usage)]).accounts).toEqual([
      { account: 'token:a', settled: 14, amount: 14 },
      { account: 'token:a@tokens:2026-11', settled: 46, amount: 46 },
      { account: 'owner:o@requests', settled: 2, amount: 2 },
    ]);
  });

  it('sums the charges of rolling budgets in each of their slots', () => {
    const sums = sumCharges([
      event(['token:a@5h#100'], 3),
      event(['token:a@5h#105'], 4),
      event(['token:a@5h#100'], 5),
    ]);
    expect(sums).toEqual({
      accounts: [{ account: 'token:a@5h', settled: 12, amount: 12 }],
      slots: [
        { account: 'token:a@5h', slot: 100, amount: 8 },
        { account: 'token:a@5h', slot: 105, amount: 4 },
      ],
    });
  });

  it('subtracts corrections of estimates', () => {
    const accounts = ['token:a', 'token:a@tokens', 'token:a@requests'];
    const estimate = event(accounts, 10, { inputTokens: 8 }, { outcome: 'process-died' });
    const { charge } = event(accounts, 6, { inputTokens: 5 });
    const correction = { budgetAccounts: accounts, charge: withoutEstimate(charge, estimate.charge) };
    expect(sumCharges([estimate, correction]).accounts).toEqual([
      { account: 'token:a', settled: 10, amount: 6 },
      { account: 'token:a@tokens', settled: 8, amount: 5 },
      { account: 'token:a@requests', settled: 1, amount: 1 },
    ]);
  });

  it('omits requests with a cost of 0, with an unknown cost, and without budget accounts', () => {
    const events = [event(['token:a'], 0), event(['token:a'], undefined), event([], 9)];
    expect(sumCharges(events)).toEqual({ accounts: [], slots: [] });
  });

  it('charges nothing for a response from the cache, and for a request that no upstream processed', () => {
    const accounts = ['token:a', 'token:a@tokens', 'token:a@requests'];
    const hit = event(accounts, 0, { inputTokens: 5 }, { isCacheHit: true });
    const failed = event(accounts, 0, {}, { outcome: 'upstream-unreachable' });
    expect(sumCharges([hit, failed]).accounts).toEqual([]);
  });

  it('throws for an invalid amount', () => {
    expect(() => sumCharges([event(['token:a'], 0.5)])).toThrow(RangeError);
  });
});
