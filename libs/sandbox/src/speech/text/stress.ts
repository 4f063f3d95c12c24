import { isVowel, type Phoneme, type PhonemeSymbol } from './phoneme.js';

/** Endings that decide where a word is stressed: on which of its vowels, counted from the last. */
const ENDINGS: readonly (readonly [RegExp, number])[] = [
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

/** What a full vowel becomes in a syllable without stress. */
const REDUCED: Partial<Record<PhonemeSymbol, PhonemeSymbol>> = { AE: 'AX', AH: 'AX', AA: 'AX', EH: 'AX' };

/** Marks the stressed vowel of a word that was read by rules, and lets the others fade. */
export function placeStress(word: string, phonemes: readonly Phoneme[]): Phoneme[] {
  const vowels = phonemes.flatMap(({ symbol }, index) => (isVowel(symbol) ? [index] : []));
  if (vowels.length === 0) return [...phonemes];
  const stressed = vowels[stressedVowel(word, phonemes, vowels)];
  return phonemes.map(({ symbol }, index) => {
    if (index === stressed) return { symbol: symbol === 'AX' ? 'AH' : symbol, stressed: true };
    const fades = symbol !== 'EH' || index !== vowels[0];
    return { symbol: (fades ? REDUCED[symbol] : undefined) ?? symbol, stressed: false };
  });
}

function stressedVowel(word: string, phonemes: readonly Phoneme[], vowels: readonly number[]): number {
  const count = vowels.length;
  if (count === 1) return 0;
  const fromEnd = ENDINGS.find(([pattern]) => pattern.test(word))?.[1];
  if (fromEnd !== undefined) return Math.max(0, count - fromEnd);
  if (LIGHT_PREFIX.test(word)) return 1;
  const second = phonemes[vowels[1] ?? 0]?.symbol;
  if (PREFIX_BEFORE_LONG_VOWEL.test(word) && second !== undefined && LONG_VOWELS.has(second)) return 1;
  return count <= 3 ? 0 : count - 3;
}
