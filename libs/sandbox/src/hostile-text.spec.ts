import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { cpuGrowth } from '../../../test/cpu-time/index.js';
import { readDirectives } from './directives.js';
import { fitText } from './image/lettering/fit-text.js';
import { splitSpacedWords } from './spaced-words.js';
import { readText } from './speech/text/read-text.js';
import { placeWords } from './transcription/place-words.js';

const SPANS = [{ start: 0, end: 1 }];
const ROOM = { width: 400, height: 60, largest: 60, smallest: 10 };

describe('texts that are slow to process', () => {
  it.each<[string, number, (size: number) => unknown]>([
    ['words behind spaces', 50_000, (size) => splitSpacedWords(' '.repeat(size))],
    ['a directive of spaces', 20_000, (size) => statusWith(`retry-after=${' '.repeat(size)}\nx`)],
    ['lettering of dots', 50_000, (size) => fitText(`${'.'.repeat(size)}x`, ROOM)],
    ['lettering of marks', 50_000, (size) => fitText(`a${'\u0301\u0316'.repeat(size)}`, ROOM)],
    ['speech of marks', 20_000, (size) => readText(`a${'\u0301\u0316'.repeat(size)}`)],
    ['speech of dots', 50_000, (size) => readText(`${'.'.repeat(size)}5`)],
    ['a transcript of quotes', 50_000, (size) => placeWords(`.${'"'.repeat(size)}x`, SPANS)],
    ['a transcript of spaces', 50_000, (size) => placeWords(`a${' '.repeat(size)}b`, SPANS)],
  ])('processes %s in linear time', (_what, size, work) => {
    const { cpuMs, factor } = cpuGrowth(work, size);
    expect(cpuMs).toBeLessThan(250);
    expect(factor).toBeLessThan(10);
  });
});

function statusWith(option: string): unknown {
  try {
    return readDirectives(`[[status=503; ${option}]]`);
  } catch (error) {
    return error;
  }
}

function short(...chunks: string[]): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...chunks), { maxLength: 14 }).map((chosen) => chosen.join(''));
}

/** The earlier implementations of these functions, for short texts. */
describe('ordinary texts', () => {
  it('splits words with the space before them', () => {
    fc.assert(
      fc.property(short(' ', '\n', 'a', 'bc'), (text) => {
        const { words, rest } = splitSpacedWords(text);
        expect(words).toEqual(text.match(/\s*\S+/g) ?? []);
        expect(words.join('') + rest).toBe(text);
      }),
    );
  });

  it('places phrases between pauses', () => {
    const chunk = ['a', 'b', ' ', '  ', ',', '.', '"', ')', '–', '-', ' – ', '\n'];
    fc.assert(
      fc.property(short(...chunk), (text) => {
        const phrases = text
          .split(/(?<=[,;:.!?…](?=[\s"'”’)]|$)["'”’)]*)\s+|(?=\s[–—-]\s)/u)
          .map((phrase) => phrase.trim())
          .filter((phrase) => /[\p{L}\p{N}]/u.test(phrase));
        const spans = phrases.map((_, index) => ({ start: index, end: index + 1 }));
        const placed = placeWords(text, spans).segments.map((segment) => segment.text);
        expect(placed).toEqual(phrases.map((phrase) => phrase.split(/\s+/).join(' ')));
      }),
      { numRuns: 200 },
    );
  });
});
