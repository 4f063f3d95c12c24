import { describe, expect, it } from '@jest/globals';
import { countTokens } from '#tokenizer';
import { ReceivedAnswer } from './received-answer.js';

const WORDS =
  'The ferry left 2 hours late, because „Sturm“ was near; nobody at the quay was told why.\n'.split(/(?= )/);

const chunkOf = (content: string): string => JSON.stringify({ choices: [{ index: 0, delta: { content } }] });

/** As many words as asked for, some read one by one, the rest passed on many at a time. */
function receive(count: number, read: number): { answer: ReceivedAnswer; text: string } {
  const answer = new ReceivedAnswer();
  const words = Array.from({ length: count }, (_, index) => WORDS[index % WORDS.length] ?? '');
  for (const word of words.slice(0, read)) {
    const data = chunkOf(word);
    answer.note(data, `data: ${data}\n\n`.length);
  }
  for (let at = read; at < count; at += 20) {
    const events = words.slice(at, at + 20).map((word) => `data: ${chunkOf(word)}\n\n`);
    answer.notePlain(Buffer.from(events.join('')));
  }
  return { answer, text: words.join('') };
}

describe('an answer that was cut', () => {
  it.each([
    ['read', 90, 90],
    ['passed on', 90, 1],
  ])('is counted by the tokenizer of its model where it was %s', async (_how, count, read) => {
    const { answer, text } = receive(count, read);
    await answer.count('gpt-5');
    expect(answer.estimatedTokens).toBe(await countTokens(text));
  });

  it.each([
    ['read', 20_000],
    ['passed on', 10],
  ])('is counted by a sample where it was long and %s', async (_how, read) => {
    const { answer, text } = receive(20_000, read);
    const rough = answer.estimatedTokens;
    await answer.count('gpt-5');
    const tokens = await countTokens(text);
    expect(Math.abs(answer.estimatedTokens / tokens - 1)).toBeLessThan(0.05);
    expect(answer.estimatedTokens).not.toBe(rough);
  });

  it('stays estimated by its size where nothing is known of the model, or nothing was said', () => {
    const { answer } = receive(50, 50);
    expect(answer.count('claude-sonnet-5')).toBeUndefined();
    expect(new ReceivedAnswer().count('gpt-5')).toBeUndefined();
  });
});
