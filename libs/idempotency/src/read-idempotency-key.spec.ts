import { describe, expect, it } from '@jest/globals';
import { readIdempotencyKey } from './read-idempotency-key.js';

describe('the header Idempotency-Key', () => {
  it('may be missing', () => {
    expect(readIdempotencyKey({})).toBeUndefined();
  });

  it.each(['a', ' ', '~'.repeat(255), 'order 66/éclair'.replace('é', 'e')])('accepts %j', (key) => {
    expect(readIdempotencyKey({ 'idempotency-key': key })).toBe(key);
  });

  it.each([[''], ['k'.repeat(256)], ['é'], ['a\tb'], ['a\u007f'], [['a', 'b']]])('rejects %j', (key) => {
    expect(() => readIdempotencyKey({ 'idempotency-key': key })).toThrow(
      expect.objectContaining({ kind: 'invalid-value', code: 'invalid_idempotency_key' }),
    );
  });
});
