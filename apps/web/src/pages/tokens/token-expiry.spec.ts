import { describe, expect, it } from '@jest/globals';
import { expiresSoon, findWarningEnd } from './token-expiry.js';

const NOW = Date.parse('2026-03-01T10:20:00Z');

describe('expiresSoon', () => {
  it.each([
    ['active', null, false],
    ['active', '2026-03-15T10:19:00Z', true],
    ['active', '2026-03-15T10:20:00Z', false],
    ['expired', '2026-02-28T00:00:00Z', false],
    ['revoked', '2026-03-02T00:00:00Z', false],
  ] as const)('for a token that is %s and expires at %s: %s', (status, expiresAt, isSoon) => {
    expect(expiresSoon({ status, expires_at: expiresAt }, NOW)).toBe(isSoon);
  });
});

describe('findWarningEnd', () => {
  it('stays the same within an hour', () => {
    expect(findWarningEnd(NOW)).toBe('2026-03-15T11:00:00.000Z');
    expect(findWarningEnd(NOW + 60_000)).toBe(findWarningEnd(NOW));
  });
});
