import { describe, expect, it } from '@jest/globals';
import { toStorableJson, toStorableText } from './storable-json.js';

describe('toStorableText', () => {
  it('replaces only characters that the database rejects', () => {
    expect(toStorableText('a\0b\ud800c\udc00')).toBe('a\uFFFDb\uFFFDc\uFFFD');
    expect(toStorableText('naïve 😀\n\\u0000')).toBe('naïve 😀\n\\u0000');
  });
});

describe('toStorableJson', () => {
  it('returns the value after serialization to JSON', () => {
    const value = {
      at: new Date(0),
      missing: undefined,
      zero: -0,
      none: Number.NaN,
      list: [undefined, true],
    };
    expect(toStorableJson(value)).toEqual({
      at: '1970-01-01T00:00:00.000Z',
      zero: 0,
      none: null,
      list: [null, true],
    });
    expect(toStorableJson(undefined)).toBeNull();
  });

  it('has only storable texts and names, at every depth', () => {
    expect(toStorableJson({ 'a\0': [{ '\ud800': '\udfff' }] })).toEqual({
      'a\uFFFD': [{ '\uFFFD': '\uFFFD' }],
    });
  });
});
