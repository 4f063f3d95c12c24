import { describe, expect, it } from '@jest/globals';
import { countTokens, firstTokens } from './tokenizer.js';

describe('the tokenizer', () => {
  it('counts as the o200k vocabulary does', async () => {
    expect(await countTokens('Hello, world!')).toBe(4);
    expect(await countTokens('')).toBe(0);
  });

  it('takes its own markers for text', async () => {
    expect(await countTokens('<|endoftext|>')).toBeGreaterThan(1);
  });

  it('estimates what is too long to count', async () => {
    expect(await countTokens('word '.repeat(1_000_000))).toBe(1_250_000);
  });

  it('cuts a text at a number of tokens', async () => {
    const text = 'one two three four five';
    expect(await firstTokens(text, 3)).toBe('one two three');
    expect(await firstTokens(text, 100)).toBe(text);
  });
});
