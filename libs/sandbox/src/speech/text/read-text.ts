import { EXCEPTIONS } from './exceptions.js';
import { type Phoneme, readPhonemes } from './phoneme.js';
import { pronounce } from './pronounce.js';
import { numberWords, ordinalWords, spellOut } from './spell-out.js';

/** The end of a phrase, which determines its melody and the pause after it. */
export type PhraseEnding = 'comma' | 'statement' | 'question' | 'exclamation';

export interface SpokenPhrase {
  words: Phoneme[][];
  ending: PhraseEnding;
}

const SYMBOL_WORDS: Readonly<Record<string, string>> = {
  '%': 'percent',
  '&': 'and',
  '@': 'at',
  '+': 'plus',
  '=': 'equals',
  '#': 'hash',
  '/': 'slash',
  '\\': 'backslash',
  '*': 'star',
  '°': 'degrees',
  '<': 'less than',
  '>': 'greater than',
  '×': 'times',
  '÷': 'divided by',
  '©': 'copyright',
};
const CURRENCIES: Readonly<Record<string, string>> = {
  $: 'dollars',
  '€': 'euros',
  '£': 'pounds',
  '¥': 'yen',
};
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  'e.g.': 'for example',
  'i.e.': 'that is',
  'etc.': 'et cetera',
  'vs.': 'versus',
  'mr.': 'mr',
  'mrs.': 'mrs',
  'ms.': 'ms',
  'dr.': 'dr',
};

const TOKEN = new RegExp(
  [
    String.raw`(?<abbreviation>(?<![a-z])(?:e\.g\.|i\.e\.|etc\.|vs\.|mrs?\.|ms\.|dr\.))`,
    String.raw`(?<currency>[$€£¥]) ?(?=\d)`,
    String.raw`(?<ordinal>\d{1,15})(?:st|nd|rd|th)\b`,
    String.raw`(?<minus>(?<![\p{L}\d])[-−](?=\d))`,
    String.raw`(?<number>\d{1,3}(?:,\d{3}){1,100}(?:\.\d+)?|\d+(?:\.\d+)?)`,
    // The rules look back over the whole word, so the length of a word is limited.
    String.raw`(?<word>[a-z]{1,40}(?:'[a-z]{1,40}){0,3})`,
    String.raw`(?<foreign>[\p{L}\p{N}])`,
    String.raw`(?<dot>(?<=[\p{L}\d])\.(?=[\p{L}\d]))`,
    String.raw`(?<stop>[.!?…。！？]+|\n{2,})`,
    String.raw`(?<comma>[,;()–—、，；：]|(?<!\d):|:(?!\d)|\n|(?<=\s)-(?=\s))`,
    String.raw`(?<symbol>[%&@+=#/\\*°<>×÷©])`,
  ].join('|'),
  'giu',
);

/** Splits a text into phrases and converts each word to phonemes. */
export function readText(text: string): SpokenPhrase[] {
  const phrases: SpokenPhrase[] = [];
  let words: Phoneme[][] = [];
  let currency: string | undefined;
  const plain = foldLetters(text);
  const isAllCapitals = !/[a-z]/.test(plain);
  const endPhrase = (ending: PhraseEnding): void => {
    const last = phrases.at(-1);
    if (words.length > 0) phrases.push({ words, ending });
    else if (last?.ending === 'comma') last.ending = ending;
    words = [];
  };
  for (const { 0: token, index, groups = {} } of plain.matchAll(TOKEN)) {
    if (groups.stop !== undefined) {
      // The last point before a digit belongs to the number.
      const marks = /\d/.test(plain.charAt(index + token.length)) ? token.slice(0, -1) : token;
      if (marks !== '') endPhrase(getEnding(marks));
    } else if (groups.comma !== undefined) endPhrase('comma');
    else if (groups.currency !== undefined) currency = CURRENCIES[groups.currency];
    else {
      words.push(...pronounceToken(groups, isAllCapitals));
      if (groups.number !== undefined && currency !== undefined) {
        words.push(pronounce(currency));
        currency = undefined;
      }
    }
  }
  if (words.length > 0) endPhrase('statement');
  return phrases;
}

/** Removes accents, unifies apostrophes, and separates the words of camelCase. */
function foldLetters(text: string): string {
  // Marks are also removed first, because normalizing a long run of them takes quadratic time.
  return text
    .replaceAll(/\p{M}/gu, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[’ʼ]/g, "'")
    .replaceAll(/ß/g, 'ss')
    .replaceAll(/[æÆ]/g, 'ae')
    .replaceAll(/[øØ]/g, 'o')
    .replaceAll(/(?<=[a-z])(?=[A-Z][a-z])/g, ' ');
}

function getEnding(marks: string): PhraseEnding {
  if (/[?？]/.test(marks)) return 'question';
  return /[!！]/.test(marks) ? 'exclamation' : 'statement';
}

/** The sound for a letter of a script that the rules cannot read. */
const UNREADABLE = 'L AA1';

function pronounceToken(groups: Record<string, string | undefined>, isAllCapitals: boolean): Phoneme[][] {
  if (groups.word !== undefined) return pronounceWord(groups.word, isAllCapitals);
  if (groups.number !== undefined) return numberWords(groups.number).map(pronounce);
  if (groups.ordinal !== undefined) return ordinalWords(groups.ordinal).map(pronounce);
  if (groups.minus !== undefined) return [pronounce('minus')];
  if (groups.dot !== undefined) return [pronounce('dot')];
  if (groups.foreign !== undefined) return [readPhonemes(UNREADABLE)];
  const spoken = ABBREVIATIONS[groups.abbreviation?.toLowerCase() ?? ''] ?? SYMBOL_WORDS[groups.symbol ?? ''];
  return (spoken ?? '').split(' ').map(pronounce);
}

function pronounceWord(word: string, isAllCapitals: boolean): Phoneme[][] {
  const lower = word.toLowerCase();
  return isSpelledOut(word, isAllCapitals) ? spellOut(lower) : [pronounce(lower)];
}

/**
 * Words without a vowel, single letters, and short capitals such as USA in a text that is not all capitals are
 * spelled out.
 */
function isSpelledOut(word: string, isAllCapitals: boolean): boolean {
  if (
    EXCEPTIONS.has(word.toLowerCase()) &&
    (isAllCapitals || word.length === 1 || word !== word.toUpperCase())
  )
    return false;
  if (word.length === 1 || !/[aeiouy]/i.test(word)) return !/^(?:hm+|sh+|mm+|ps+t)$/i.test(word);
  return !isAllCapitals && word === word.toUpperCase() && word.length <= 3;
}
