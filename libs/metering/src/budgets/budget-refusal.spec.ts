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
      'global@tokens:week-2026-11-09',
      'used-up',
      'spend-limit-reached',
      'The weekly token budget of this gateway is exhausted; it resets at 2026-11-16T00:00:00Z.',
    ],
    ['token:t@requests', 'used-up', 'budget-exhausted', 'The request budget of this API token is exhausted.'],
    [
      'global',
      'busy',
      'budget-exhausted',
      'The remaining budget of this gateway is reserved for requests in progress.',
    ],
  ] as const)('of %s, %s', (account, shortage, kind, message) => {
    const refusal = buildBudgetRefusal(account, shortage, { now: new Date('2026-11-15T12:00:00Z') });
    expect(refusal).toMatchObject({ kind, message, retryAfterSeconds: undefined });
  });

  it.each([
    ['2026-11-15T23:58:59Z', undefined],
    ['2026-11-15T23:59:00Z', 60],
    ['2026-11-15T23:59:59.900Z', 1],
    ['2026-11-16T00:00:01Z', 1],
  ])('at %s suggests a retry after %d seconds', (now, retryAfterSeconds) => {
    expect(buildBudgetRefusal('global@2026-11-15', 'used-up', { now: new Date(now) })).toMatchObject({
      retryAfterSeconds,
    });
  });

  it('of a rolling budget names the time when a part of it renews', () => {
    const now = new Date('2026-11-15T12:00:00Z');
    const renewsAt = new Date('2026-11-15T12:00:30Z');
    expect(buildBudgetRefusal('token:t@5h', 'too-little', { now, renewsAt })).toMatchObject({
      kind: 'spend-limit-reached',
      message:
        'The remaining 5h budget of this API token does not cover this request; the next part of it renews at 2026-11-15T12:00:30Z.',
      retryAfterSeconds: 30,
    });
    expect(buildBudgetRefusal('token:t@5h', 'used-up', { now })).toMatchObject({
      kind: 'spend-limit-reached',
      message: 'The 5h budget of this API token is exhausted.',
    });
  });
});
