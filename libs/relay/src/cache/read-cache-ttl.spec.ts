import { describe, expect, it } from '@jest/globals';
import { readCacheTtl } from './read-cache-ttl.js';

const header = (value: string | string[]): Record<string, string | string[]> => ({
  'x-modelgate-cache-ttl': value,
});

describe('readCacheTtl', () => {
  it.each([
    [{}, undefined, 0],
    [{}, 60, 60],
    [header('0'), 60, 0],
    [header('30'), 60, 30],
    [header('30'), undefined, 30],
    [header('31536000'), undefined, 31_536_000],
  ])('reads %j with %s from the token as %i', (headers, tokenTtlSeconds, seconds) => {
    expect(readCacheTtl(headers, tokenTtlSeconds)).toBe(seconds);
  });

  it.each([[''], ['-1'], ['1.5'], ['1e3'], ['31536001'], ['999999999'], ['soon'], ['60, 60'], [['1', '2']]])(
    'rejects %j',
    (value) => {
      expect(() => readCacheTtl(header(value))).toThrow(
        expect.objectContaining({
          kind: 'invalid-value',
          message: expect.stringContaining('x-modelgate-cache-ttl'),
        }),
      );
    },
  );
});
