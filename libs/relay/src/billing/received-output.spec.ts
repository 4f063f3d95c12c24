import { describe, expect, it } from '@jest/globals';
import { countTokens } from '#tokenizer';
import { ReceivedOutput } from './received-output.js';

const WORDS =
  'The ferry left 2 hours late, because „Sturm“ was near; nobody at the quay was told why.\n'.split(/(?= )/);

const chunkOf = (content: string): string => JSON.stringify({ choices: [{ index: 0, delta: { content } }] });

/** Receives `count` words: the first `read` as parsed events, the others as unparsed events, 20 at a time. */
function receive(count: number, read: number): { output: ReceivedOutput; text: string } {
  const output = new ReceivedOutput();
  const words = Array.from({ length: count }, (_, index) => WORDS[index % WORDS.length] ?? '');
  for (const word of words.slice(0, read)) {
    const data = chunkOf(word);
    output.note(data, `data: ${data}\n\n`.length);
  }
  for (let at = read; at < count; at += 20) {
    const events = words.slice(at, at + 20).map((word) => `data: ${chunkOf(word)}\n\n`);
    output.notePlain(Buffer.from(events.join('')));
  }
  return { output, text: words.join('') };
}

describe('a truncated response', () => {
  it.each([
    ['parsed', 90, 90],
    ['forwarded unparsed', 90, 1],
  ])('is counted by the tokenizer of its model if it was %s', async (_how, count, read) => {
    const { output, text } = receive(count, read);
    await output.countTokens('gpt-5');
    expect(output.estimatedTokens).toBe(await countTokens(text));
  });

  it.each([
    ['parsed', 20_000],
    ['forwarded unparsed', 10],
  ])('is counted by a sample if it was long and %s', async (_how, read) => {
    const { output, text } = receive(20_000, read);
    const rough = output.estimatedTokens;
    await output.countTokens('gpt-5');
    const tokens = await countTokens(text);
    expect(Math.abs(output.estimatedTokens / tokens - 1)).toBeLessThan(0.05);
    expect(output.estimatedTokens).not.toBe(rough);
  });

  it('is estimated by its size if there is no tokenizer or no text', () => {
    const { output } = receive(50, 50);
    expect(output.countTokens('claude-sonnet-5')).toBeUndefined();
    expect(new ReceivedOutput().countTokens('gpt-5')).toBeUndefined();
  });
});
