import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { classifyText } from './classify-text.js';
import { type LabelledText } from './__fixtures__/quality.js';

const FULLWIDTH_OFFSET = 0xff41 - 0x61;
const MATH_BOLD_OFFSET = 0x1d41a - 0x61;

const leet: Record<string, string> = { a: '4', e: '3', i: '1', o: '0', s: '$', t: '7' };
const cyrillic: Record<string, string> = {
  a: 'а',
  c: 'с',
  e: 'е',
  i: 'і',
  o: 'о',
  p: 'р',
  s: 'ѕ',
  x: 'х',
  y: 'у',
};
const greek: Record<string, string> = {
  a: 'α',
  e: 'ε',
  i: 'ι',
  k: 'κ',
  o: 'ο',
  p: 'ρ',
  t: 'τ',
  u: 'υ',
  v: 'ν',
};

const eachLetter = (text: string, change: (letter: string) => string): string =>
  text.replaceAll(/[a-z]/gi, (letter) => change(letter.toLowerCase()));
const eachWord = (text: string, change: (word: string) => string): string =>
  text.replaceAll(/[a-z]{4,}/gi, change);
const shifted = (text: string, offset: number): string =>
  eachLetter(text, (letter) => String.fromCodePoint(letter.charCodeAt(0) + offset));

const obfuscations: [name: string, (text: string) => string][] = [
  [
    'every word spelled out',
    (text) =>
      text
        .split(' ')
        .map((word) => Array.from(word).join(' '))
        .join('  '),
  ],
  ['long words spelled out', (text) => eachWord(text, (word) => Array.from(word).join(' '))],
  ['leetspeak', (text) => eachLetter(text, (letter) => leet[letter] ?? letter)],
  ['Cyrillic look-alikes', (text) => eachLetter(text, (letter) => cyrillic[letter] ?? letter)],
  ['Greek look-alikes', (text) => eachLetter(text, (letter) => greek[letter] ?? letter)],
  ['fullwidth letters', (text) => shifted(text, FULLWIDTH_OFFSET)],
  ['mathematical letters', (text) => shifted(text, MATH_BOLD_OFFSET)],
  ['zero-width characters', (text) => eachLetter(text, (letter) => `${letter}\u200b`)],
  ['accents', (text) => eachLetter(text, (letter) => `${letter}\u0301`)],
  ['repeated letters', (text) => eachWord(text, (word) => word.replace(/[aeiou]/i, '$&$&$&$&'))],
  ['dots inside words', (text) => eachWord(text, (word) => Array.from(word).join('.'))],
  ['a hyphen inside words', (text) => eachWord(text, (word) => `${word.slice(0, 2)}-${word.slice(2)}`)],
  ['a masked vowel', (text) => eachWord(text, (word) => word.replace(/(?<=.)[aeiou]/i, '*'))],
  ['capitals', (text) => text.toUpperCase()],
];

const tuning = JSON.parse(
  readFileSync(new URL('../../../../test/moderation/tuning.json', import.meta.url), 'utf8'),
) as LabelledText[];
const flagged = tuning.map(({ text }) => text).filter((text) => classifyText(text).flagged);
const harmless = tuning.filter(({ categories }) => categories.length === 0).map(({ text }) => text);

const shareFlagged = (texts: readonly string[]): number =>
  texts.filter((text) => classifyText(text).flagged).length / texts.length;

describe('a disguise', () => {
  it.each(obfuscations)('of %s does not hide what is harmful', (_name, obfuscate) => {
    expect(shareFlagged(flagged.map(obfuscate))).toBeGreaterThanOrEqual(0.9);
  });

  it.each(obfuscations)('of %s does not make harmless text suspicious', (_name, obfuscate) => {
    expect(shareFlagged(harmless.map(obfuscate))).toBeLessThanOrEqual(0.1);
  });
});
