import { describe, expect, it } from '@jest/globals';
import { storableJson, storableText } from './storable-json.js';

describe('storableText', () => {
  it('replaces what the database does not take, and nothing else', () => {
    expect(storableText('a\0b\ud800c\udc00')).toBe('a\uFFFDb\uFFFDc\uFFFD');
    expect(storableText('naïve 😀\n\\u0000')).toBe('naïve 😀\n\\u0000');
  });
});

describe('storableJson', () => {
  it('is what JSON makes of a value', () => {
    const value = {
      at: new Date(0),
      missing: undefined,
      zero: -0,
      none: Number.NaN,
      list: [undefined, true],
    };
    expect(storableJson(value)).toEqual({
      at: '1970-01-01T00:00:00.000Z',
      zero: 0,
      none: null,
      list: [null, true],
    });
    expect(storableJson(undefined)).toBeNull();
  });

  it('has storable texts and names only, at every depth', () => {
    expect(storableJson({ 'a\0': [{ '\ud800': '\udfff' }] })).toEqual({
      'a\uFFFD': [{ '\uFFFD': '\uFFFD' }],
    });
  });
});
