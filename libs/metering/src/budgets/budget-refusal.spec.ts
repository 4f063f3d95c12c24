import { describe, expect, it } from '@jest/globals';
import { budgetRefusal } from './budget-refusal.js';

describe('budgetRefusal', () => {
  it.each([
    ['token:t', 'used-up', 'budget-exhausted', 'The budget of this API token is used up.'],
    [
      'global@2026-11',
      'used-up',
      'spend-limit-reached',
      'The monthly budget of this gateway is used up; it renews at 2026-12-01T00:00:00Z.',
    ],
    [
      'owner:ann%40example.com@2026-11-15',
      'too-little',
      'spend-limit-reached',
      'What is left of the daily budget of the owner "ann@example.com" does not cover this request; it renews at 2026-11-16T00:00:00Z.',
    ],
    [
      'global',
      'busy',
      'budget-exhausted',
      'What is left of the budget of this gateway is reserved for requests that are still running.',
    ],
  ] as const)('of %s, %s', (account, shortage, kind, message) => {
    const refusal = budgetRefusal(account, shortage, new Date('2026-11-15T12:00:00Z'));
    expect(refusal).toMatchObject({ kind, message, retryAfterSeconds: undefined });
  });

  it.each([
    ['2026-11-15T23:58:59Z', undefined],
    ['2026-11-15T23:59:00Z', 60],
    ['2026-11-15T23:59:59.900Z', 1],
    ['2026-11-16T00:00:01Z', 1],
  ])('at %s can be tried again after %d seconds', (now, retryAfterSeconds) => {
    expect(budgetRefusal('global@2026-11-15', 'used-up', new Date(now))).toMatchObject({ retryAfterSeconds });
  });
});
