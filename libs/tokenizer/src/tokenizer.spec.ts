import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, it } from '@jest/globals';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import * as fc from 'fast-check';
import { splitText } from './thread/split-text.js';
import { countTokens, firstTokens, getTokensText } from './tokenizer.js';
import { measureLeast } from '../../../test/cpu-time/index.js';

describe('the tokenizer', () => {
  it('counts with the o200k vocabulary', async () => {
    expect(await countTokens('Hello, world!')).toBe(4);
    expect(await countTokens('')).toBe(0);
  });

  it('encodes its own markers as text', async () => {
    expect(await countTokens('<|endoftext|>')).toBeGreaterThan(1);
  });

  it('estimates texts that are too long to count', async () => {
    expect(await countTokens('word '.repeat(1_000_000))).toBe(1_250_000);
  });

  it('truncates a text to a number of tokens', async () => {
    const text = 'one two three four five';
    expect(await firstTokens(text, 3)).toBe('one two three');
    expect(await firstTokens(text, 100)).toBe(text);
  });

  it('decodes tokens', async () => {
    expect(await getTokensText([9906, 11, 1917, 0])).toBe('Hello, world!');
    expect(await getTokensText([10_000_000])).toBeUndefined();
  });

  it('counts ordinary text of any length exactly, chunk by chunk', async () => {
    const word = fc.oneof(
      fc.constantFrom(
        'The',
        'gateway',
        "isn't",
        '12345',
        '你好，世界',
        'naïve',
        '—',
        '{"a": [1, 2]}',
        '\n\n',
        '😀',
      ),
      fc.string({ minLength: 1, maxLength: 12 }),
    );
    const texts = fc.array(word, { minLength: 600, maxLength: 1200 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(texts, (text) => {
        const chunks = [...splitText(text)];
        expect(chunks.join('')).toBe(text);
        expect(chunks.length).toBeGreaterThan(1);
        const tokenCount = chunks.reduce((sum, chunk) => sum + encode(chunk).length, 0);
        expect(tokenCount).toBe(encode(text).length);
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    ['one letter', 'a'],
    ['one space', ' '],
    ['one sign', '='],
    ['one character of two units', '𠀀'],
    ['one character without spaces', '你'],
  ])('splits runs that would be slow to merge: %s', (_what, character) => {
    const chunks = [...splitText(character.repeat(10_000))];
    expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThanOrEqual(257);
    expect(chunks.join('')).toBe(character.repeat(10_000));
  });

  it('does not block the event loop while it counts a slow text', async () => {
    // On one thread this took more than half a minute.
    expect(await measureLeast(2_000, measureDelay, 3)).toBeLessThan(2_000);
  });
});

async function measureDelay(): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  expect(await countTokens('a'.repeat(150_000))).toBeGreaterThan(10_000);
  delay.disable();
  return delay.max / 1e6;
}
