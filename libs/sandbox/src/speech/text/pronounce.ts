import { CONSONANT_LETTER_RULES } from './consonant-letter-rules.js';
import { EXCEPTIONS } from './exceptions.js';
import {
  type Phoneme,
  type PhonemeSymbol,
  isSibilant,
  isVoiceless,
  isVowel,
  readPhonemes,
} from './phoneme.js';
import { VOWEL_LETTER_RULES } from './vowel-letter-rules.js';

/** Endings that determine the stressed vowel, counted from the last one. */
const STRESSED_ENDINGS: readonly (readonly [RegExp, number])[] = [
  [/(?:ee|eer|ese|ette|oon|ique)s?$/, 1],
  [/(?:[st]ion|cian|[ct]ial|[ctg]ious|[ct]ient|ic)s?$/, 2],
  [/(?:[st]ional|[ct]ially|[st]ionally|ically|ical)s?$/, 3],
  [/(?:ity|ities|ify|ifies|logy|logies|graphy|nomy|cracy|ious|eous|ian|ial|ual|ular)s?$/, 3],
  [/[bcdfghjklmnpqrstvwxz](?:ate|ise|ize|ated|ating|ised|ized|ising|izing)s?$/, 3],
];

const LIGHT_PREFIX =
  /^(?:(?:be|de|re|ex)[bcdfghjklmnpqrstvwz]|a(?:[bcdlpw][aeiou]|g[ao]|mo|cc|pp|tt|ss|ll|rr|ro|cr|gr|fr[ae]))/;
const PREFIX_BEFORE_LONG_VOWEL =
  /^(?:in|im|con|com|pro|pre|per|sur|sub|mis|to|o[bc]|en|em|un|dis)[bcdfghjklmnpqrstvwxz]/;
const LONG_VOWELS: ReadonlySet<PhonemeSymbol> = new Set(['EY', 'AY', 'OW', 'UW', 'IY', 'AO', 'AW', 'OY']);

/** Full vowels and what they become in unstressed syllables. */
const REDUCED_VOWELS: Partial<Record<PhonemeSymbol, PhonemeSymbol>> = {
  AE: 'AX',
  AH: 'AX',
  AA: 'AX',
  EH: 'AX',
};

interface CompiledRule {
  pattern: RegExp;
  phonemes: readonly Phoneme[];
}

const LETTER_CLASSES: Readonly<Record<string, string>> = {
  V: '[aeiouy]',
  C: '[bcdfghjklmnpqrstvwxz]',
  E: '(?:e|es|ed|er|ers|est|ely|eful|eless|ement|ements|ing|ings)$',
};

const LETTER_RULES = new Map(
  Object.entries({ ...VOWEL_LETTER_RULES, ...CONSONANT_LETTER_RULES }).map(([letter, rules]) => [
    letter,
    rules.map(([pattern, phonemes]): CompiledRule => ({
      // built from: our own rules, and run on words of at most 40 letters.
      pattern: new RegExp(
        pattern.replaceAll(/[VCE]/g, (name) => LETTER_CLASSES[name] ?? name),
        'y',
      ),
      phonemes: readPhonemes(phonemes),
    })),
  ]),
);

/** The phonemes of a lower-case word, which may contain apostrophes. */
export function pronounce(word: string): Phoneme[] {
  const exception = EXCEPTIONS.get(word);
  if (exception !== undefined) return readPhonemes(exception);
  return pronounceInflected(word) ?? pronounceByRule(word.replaceAll("'", ''));
}

/** Endings with the same pronunciation after every word, if they do not change its spelling. */
function pronounceInflected(word: string): Phoneme[] | undefined {
  const [, owner, clitic] = /^(.+)'(s|ll|d|ve|re)$/.exec(word) ?? [];
  if (owner !== undefined) {
    const phonemes = pronounce(owner);
    return [
      ...phonemes,
      ...(clitic === 's' ? getPlural(phonemes) : readPhonemes(CLITICS[clitic ?? ''] ?? '')),
    ];
  }
  const [, stem, ending = ''] = /^(.{3,}?)(s|ing|ly|er|ed)$/.exec(word) ?? [];
  const exception = stem === undefined ? undefined : EXCEPTIONS.get(stem);
  if (exception === undefined) return undefined;
  const phonemes = readPhonemes(exception);
  return [...phonemes, ...(ending === 's' ? getPlural(phonemes) : getEnding(ending, phonemes))];
}

const CLITICS: Readonly<Record<string, string>> = { ll: 'AX L', d: 'D', ve: 'AX V', re: 'ER' };
const ENDINGS: Readonly<Record<string, string>> = { ing: 'IH NG', ly: 'L IY', er: 'ER' };

function getPlural(phonemes: readonly Phoneme[]): Phoneme[] {
  const last = phonemes.at(-1)?.symbol ?? 'AX';
  if (isSibilant(last)) return readPhonemes('IH Z');
  return readPhonemes(isVoiceless(last) ? 'S' : 'Z');
}

function getEnding(ending: string, phonemes: readonly Phoneme[]): Phoneme[] {
  if (ending !== 'ed') return readPhonemes(ENDINGS[ending] ?? '');
  const last = phonemes.at(-1)?.symbol ?? 'AX';
  if (last === 'T' || last === 'D') return readPhonemes('IH D');
  return readPhonemes(isVoiceless(last) ? 'T' : 'D');
}

function pronounceByRule(word: string): Phoneme[] {
  return placeStress(word, lettersToPhonemes(word));
}

/** Marks the stressed vowel of a word that was read by rules, and reduces the others. */
function placeStress(word: string, phonemes: readonly Phoneme[]): Phoneme[] {
  const vowels = phonemes.flatMap(({ symbol }, index) => (isVowel(symbol) ? [index] : []));
  if (vowels.length === 0) return [...phonemes];
  const stressed = vowels[findStressedVowel(word, phonemes, vowels)];
  return phonemes.map(({ symbol }, index) => {
    if (index === stressed) return { symbol: symbol === 'AX' ? 'AH' : symbol, isStressed: true };
    const isReduced = symbol !== 'EH' || index !== vowels[0];
    return { symbol: (isReduced ? REDUCED_VOWELS[symbol] : undefined) ?? symbol, isStressed: false };
  });
}

function findStressedVowel(word: string, phonemes: readonly Phoneme[], vowels: readonly number[]): number {
  const count = vowels.length;
  if (count === 1) return 0;
  const fromEnd = STRESSED_ENDINGS.find(([pattern]) => pattern.test(word))?.[1];
  if (fromEnd !== undefined) return Math.max(0, count - fromEnd);
  if (LIGHT_PREFIX.test(word)) return 1;
  const second = phonemes[vowels[1] ?? 0]?.symbol;
  if (PREFIX_BEFORE_LONG_VOWEL.test(word) && second !== undefined && LONG_VOWELS.has(second)) return 1;
  return count <= 3 ? 0 : count - 3;
}

/** Converts a word of the letters a to z from left to right, without regard to stress. */
function lettersToPhonemes(word: string): Phoneme[] {
  const phonemes: Phoneme[] = [];
  let position = 0;
  while (position < word.length) {
    const { length, read } = readLetters(word, position);
    phonemes.push(...read.map((phoneme) => ({ ...phoneme })));
    position += length;
  }
  return phonemes;
}

function readLetters(word: string, position: number): { length: number; read: readonly Phoneme[] } {
  for (const { pattern, phonemes } of LETTER_RULES.get(word.charAt(position)) ?? []) {
    pattern.lastIndex = position;
    if (pattern.test(word)) return { length: pattern.lastIndex - position, read: phonemes };
  }
  return { length: 1, read: [] };
}
