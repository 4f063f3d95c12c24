import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { cpuGrowth } from '../../../../test/cpu-time/index.js';
import { SpokenText } from './items/spoken-text.js';
import { Sentences, findSentenceEnds } from './response/sentences.js';
import { toSpeakable } from './response/speakable.js';

function cutHalfway(text: string): string {
  const spoken = new SpokenText();
  spoken.begin(text);
  spoken.advance(1000);
  spoken.finish();
  spoken.cutAt(501);
  return spoken.text;
}

describe('responses that are slow to parse', () => {
  it.each<[string, number, (size: number) => unknown]>([
    ['brackets', 50_000, (size) => toSpeakable('['.repeat(size))],
    ['links without an end', 50_000, (size) => toSpeakable('[]('.repeat(size / 3))],
    ['empty lines', 50_000, (size) => toSpeakable(`${'\n'.repeat(size)}x`)],
    ['underscores', 50_000, (size) => toSpeakable(`a${'_'.repeat(size)}a`)],
    ['marks', 50_000, (size) => new Sentences().push(`${'!'.repeat(size)}x`)],
    ['no end of a sentence', 200_000, (size) => new Sentences().push('word,'.repeat(size / 5))],
    ['abbreviations', 50_000, (size) => new Sentences().push('Dr. '.repeat(size / 4))],
    [
      'spaces',
      50_000,
      (size) => cutHalfway(`${' '.repeat(size)}x${' '.repeat(size / 2)}xx${'x'.repeat(size)}`),
    ],
  ])('%s are parsed in linear time', (_what, size, work) => {
    const { cpuMs, factor } = cpuGrowth(work, size);
    expect(cpuMs).toBeLessThan(250);
    expect(factor).toBeLessThan(10);
  });
});

function short(...chunks: string[]): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...chunks), { maxLength: 16 }).map((chosen) => chosen.join(''));
}

/** The earlier implementations of these functions, for short texts. */
describe('ordinary responses', () => {
  it('are spoken without Markdown', () => {
    const chunk = [
      '[',
      ']',
      '(',
      ')',
      '!',
      ' ',
      '\n',
      '\r',
      '#',
      '-',
      '*',
      '_',
      '__',
      '`',
      'a',
      'B1',
      '>',
      '### ',
    ];
    fc.assert(
      fc.property(short(...chunk), (text) => {
        const plain = text
          .replaceAll(/!?\[([^\]]*)\]\([^)\s]*\)/gu, '$1')
          .replaceAll(/^\s*(?:#{1,6}|[-*+>])\s+/gmu, '')
          .replaceAll(/[*`~]+|(?<!\w)_+|_+(?!\w)/gu, '')
          .trim();
        expect(toSpeakable(text)).toBe(/[\p{L}\p{N}]/u.test(plain) ? plain : '');
      }),
      { numRuns: 300 },
    );
  });

  it('are split into sentences', () => {
    const chunk = ['.', '!', '…', '。', '？', '"', '”', ')', '）', ' ', '\n', '\t', 'a', '*_'];
    fc.assert(
      fc.property(short(...chunk), (text) => {
        const expected = Array.from(
          text.matchAll(/(?:[.!?…]+["'”’)\]*_]*(?=\s)|[。！？]+["'”’）」』]*|\n)\s*/gu),
          (match) => match.index + match[0].length,
        );
        expect([...findSentenceEnds(text)]).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('are truncated to the words that were heard', () => {
    fc.assert(
      fc.property(short('a', 'word', ' ', '  ', '\n'), (text) => {
        const end = Math.floor(text.length * 0.501);
        const head = text.slice(0, end);
        const isBetweenWords = /\s$/u.test(head) || /^\s/u.test(text.slice(end));
        expect(cutHalfway(text)).toBe(isBetweenWords ? head.trimEnd() : head.replace(/\s*\S*$/u, ''));
      }),
    );
  });
});
