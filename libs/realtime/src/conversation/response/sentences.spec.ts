import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { Sentences } from './sentences.js';
import { toSpeakable } from './speakable.js';

function cut(...chunks: string[]): string[] {
  const sentences = new Sentences();
  const complete = chunks.flatMap((chunk) => sentences.push(chunk));
  const rest = sentences.flush();
  return rest === undefined ? complete : [...complete, rest];
}

describe('sentences', () => {
  it.each([
    ['Yes. No!  Maybe? "Sure." Fine', ['Yes. ', 'No!  ', 'Maybe? ', '"Sure." ', 'Fine']],
    ['It is 3.14 or so. Really', ['It is 3.14 or so. ', 'Really']],
    ['Ask Dr. Who, e.g. now. Ok', ['Ask Dr. Who, e.g. now. ', 'Ok']],
    ['List:\n1. One\n2. Two', ['List:\n', '1. One\n', '2. Two']],
    ['你好。今天好吗？好', ['你好。', '今天好吗？', '好']],
    ['Wait... what', ['Wait... ', 'what']],
    ['no end', ['no end']],
    ['', []],
  ])('splits %j', (text, expected) => {
    expect(cut(text)).toEqual(expected);
  });

  it('are complete when the next one begins', () => {
    const sentences = new Sentences();
    expect(sentences.push('Hello.')).toEqual([]);
    expect(sentences.push(' ')).toEqual([]);
    expect(sentences.push('W')).toEqual(['Hello. ']);
  });

  it('are split if they are very long', () => {
    const chunks = cut(`${'word '.repeat(50)}, ${'word '.repeat(90)}`);
    expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThanOrEqual(400);
    expect(chunks[0]?.endsWith(', ')).toBe(true);
  });

  it('have all characters, and are the same with any chunks', () => {
    const word = fc.constantFrom(
      'Hello',
      ' ',
      '. ',
      '?',
      '\n',
      'Dr.',
      '1.',
      '。',
      '...',
      '")',
      ', ',
      'x'.repeat(120),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 40 }), (words) => {
        const text = words.join('');
        expect(cut(...words).join('')).toBe(text);
        expect(cut(...text.split(''))).toEqual(cut(...words));
      }),
    );
  });
});

describe('speakable', () => {
  it.each([
    ['**Bold** and `code`', 'Bold and code'],
    ['# Title', 'Title'],
    ['- an item', 'an item'],
    ['See [the docs](https://example.com/a).', 'See the docs.'],
    ['snake_case and _emphasis_', 'snake_case and emphasis'],
    ['2 * 3', '2  3'],
    ['---', ''],
    ['🙂 !', ''],
  ])('reads %j as %j', (text, expected) => {
    expect(toSpeakable(text)).toBe(expected);
  });
});
