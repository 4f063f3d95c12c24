import { describe, expect, it } from '@jest/globals';
import { isModelId, isModelName, isModelPattern } from './model-name.js';

describe('the name of a model', () => {
  it.each(['m', 'gpt-5.1', 'a/b/c', '...', 'a/...', '.hidden', 'a..b', '%2e%2e', 'ö', '🦊', 'x'.repeat(256)])(
    'may be %j',
    (name) => {
      expect(isModelName(name)).toBe(true);
    },
  );

  it.each([
    '',
    '.',
    '..',
    '/',
    '/a',
    'a/',
    'a//b',
    './a',
    'a/.',
    '../a',
    'a/..',
    'a/../b',
    'a\u0000b',
    'a\u0007b',
    'a\u007fb',
    'a\u2028b',
    'a\ud800',
    'x'.repeat(257),
  ])('is never %j', (name) => {
    expect([isModelName(name), isModelId(name), isModelPattern(name)]).toEqual([false, false, false]);
  });

  it('ends with a star in a pattern, and has no surrounding space if an admin sets it', () => {
    expect([isModelPattern('a/*'), isModelPattern('*'), isModelPattern('a*b')]).toEqual([true, true, false]);
    expect([isModelId('a*'), isModelId(' a'), isModelPattern('a ')]).toEqual([false, false, false]);
  });
});
