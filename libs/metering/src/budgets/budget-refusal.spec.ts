import { describe, expect, it } from '@jest/globals';
import { buildBudgetRefusal } from './budget-refusal.js';

describe('buildBudgetRefusal', () => {
  it.each([
    ['token:t', 'used-up', 'budget-exhausted', 'The budget of this API token is exhausted.'],
    [
      'global@2026-11',
      'used-up',
      'spend-limit-reached',
      'The monthly budget of this gateway is exhausted; it resets at 2026-12-01T00:00:00Z.',
    ],
    [
      'owner:ann%40example.com@2026-11-15',
      'too-little',
      'spend-limit-reached',
      'The remaining daily budget of the owner "ann@example.com" does not cover this request; it resets at 2026-11-16T00:00:00Z.',
    ],
    [
      'global',
      'busy',
      'budget-exhausted',
      'The remaining budget of this gateway is reserved for requests in progress.',
    ],
  ] as const)('of %s, %s', (account, shortage, kind, message) => {
    const refusal = buildBudgetRefusal(account, shortage, new Date('2026-11-15T12:00:00Z'));
    expect(refusal).toMatchObject({ kind, message, retryAfterSeconds: undefined });
  });

  it.each([
    ['2026-11-15T23:58:59Z', undefined],
    ['2026-11-15T23:59:00Z', 60],
    ['2026-11-15T23:59:59.900Z', 1],
    ['2026-11-16T00:00:01Z', 1],
  ])('at %s suggests a retry after %d seconds', (now, retryAfterSeconds) => {
    expect(buildBudgetRefusal('global@2026-11-15', 'used-up', new Date(now))).toMatchObject({
      retryAfterSeconds,
    });
  });
});
