import { describe, expect, it } from '@jest/globals';
import { writePhonemes } from './phoneme.js';
import { pronounce } from './pronounce.js';
import { readText } from './read-text.js';
import { spellOut } from './spell-out.js';
import { measureCpuMs } from '../../../../../test/cpu-time/index.js';

const readPhonemes = (text: string): string[] =>
  readText(text).flatMap(({ words }) => words.map(writePhonemes));
const pronounceWords = (words: string): string[] =>
  words.split(' ').map((word) => writePhonemes(pronounce(word)));
const spellLetters = (letters: string): string[] => spellOut(letters).map(writePhonemes);
const readEndings = (text: string): string[] => readText(text).map(({ ending }) => ending);

describe('readText', () => {
  it.each([
    ['0', 'zero'],
    ['42', 'forty two'],
    ['100', 'one hundred'],
    ['1,234', 'one thousand two hundred thirty four'],
    ['1999', 'nineteen ninety nine'],
    ['1905', 'nineteen oh five'],
    ['2024', 'two thousand twenty four'],
    ['5000000', 'five million'],
    ['3.14', 'three point one four'],
    ['007', 'zero zero seven'],
    ['1st', 'first'],
    ['22nd', 'twenty second'],
    ['30th', 'thirtieth'],
    ['10:30', 'ten thirty'],
    ['-5', 'minus five'],
    ['50%', 'fifty percent'],
    ['$12', 'twelve dollars'],
    ['€3.50', 'three point five zero euros'],
    ['a & b', 'a and'],
    ['e.g. this', 'for example this'],
    ['Dr. Who', 'dr who'],
    ['modelgate.dev', 'modelgate dot dev'],
    ['café', 'cafe'],
    ['HELLO WORLD', 'hello world'],
    ['gitHub Actions', 'git hub actions'],
  ])('reads %s as %s', (text, words) => {
    expect(readPhonemes(text).slice(0, words.split(' ').length)).toEqual(pronounceWords(words));
  });

  it('spells abbreviations', () => {
    expect(readPhonemes('The USA')).toEqual([...pronounceWords('the'), ...spellLetters('usa')]);
    expect(readPhonemes('over HTTP')).toEqual([...pronounceWords('over'), ...spellLetters('http')]);
    expect(readPhonemes('plan b')).toEqual([...pronounceWords('plan'), ...spellLetters('b')]);
  });

  it('reads digits one by one if there are too many for a number', () => {
    expect(readPhonemes('1234567890123456')).toHaveLength(16);
  });

  it.each(['e', 's', 'be', "a's", '9', '1,', 'st', '%'])(
    'reads a text of nothing but %s in good time',
    (chunk) => {
      const read = (): void => expect(readPhonemes(chunk.repeat(4000)).length).toBeGreaterThan(0);
      expect(measureCpuMs(read)).toBeLessThan(2_000);
    },
  );

  it('has a sound for letters that it cannot read', () => {
    expect(readPhonemes('你好')).toEqual(['L AA1', 'L AA1']);
  });

  it('detects how phrases end', () => {
    expect(readEndings('Yes, no. Really? Oh!')).toEqual(['comma', 'statement', 'question', 'exclamation']);
    expect(readEndings('It is (fifty percent).')).toEqual(['comma', 'statement']);
    expect(readEndings('What?! Well')).toEqual(['question', 'statement']);
    expect(readEndings('First line\nsecond line')).toEqual(['comma', 'statement']);
  });

  it.each(['', '   ', '…', '🙂', '?!'])('finds no words in %j', (text) => {
    expect(readText(text)).toEqual([]);
  });
});
