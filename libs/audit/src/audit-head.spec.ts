import { describe, expect, it } from '@jest/globals';
import { parseAuditHead, writeAuditHead } from './audit-head.js';

const HASH = 'ab'.repeat(32);

describe('the head of the log', () => {
  it('is written and parsed', () => {
    expect(writeAuditHead({ seq: 42, hash: HASH })).toBe(`42:${HASH}`);
    expect(parseAuditHead(`42:${HASH}`)).toEqual({ seq: 42, hash: HASH });
    expect(parseAuditHead(`42:${HASH.toUpperCase()}`)).toEqual({ seq: 42, hash: HASH });
  });

  it.each([
    '',
    '42',
    `:${HASH}`,
    `-1:${HASH}`,
    `42:${HASH}0`,
    `42:${HASH.slice(1)}`,
    `4x:${HASH}`,
    ` 42:${HASH}`,
  ])('is not %j', (text) => {
    expect(parseAuditHead(text)).toBeUndefined();
  });
});
