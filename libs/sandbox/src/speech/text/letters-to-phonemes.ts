import { CONSONANT_LETTER_RULES } from './consonant-letter-rules.js';
import { type Phoneme, readPhonemes } from './phoneme.js';
import { VOWEL_LETTER_RULES } from './vowel-letter-rules.js';

interface CompiledRule {
  pattern: RegExp;
  phonemes: readonly Phoneme[];
}

const LETTER_CLASSES: Readonly<Record<string, string>> = {
  V: '[aeiouy]',
  C: '[bcdfghjklmnpqrstvwxz]',
  E: '(?:e|es|ed|er|ers|est|ely|eful|eless|ement|ements|ing|ings)$',
};

const RULES = new Map(
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

/** Reads a word of the letters a to z from left to right, without knowing where its stress is. */
export function lettersToPhonemes(word: string): Phoneme[] {
  const phonemes: Phoneme[] = [];
  let position = 0;
  while (position < word.length) {
    const { length, read } = readAt(word, position);
    phonemes.push(...read.map((phoneme) => ({ ...phoneme })));
    position += length;
  }
  return phonemes;
}

function readAt(word: string, position: number): { length: number; read: readonly Phoneme[] } {
  for (const { pattern, phonemes } of RULES.get(word.charAt(position)) ?? []) {
    pattern.lastIndex = position;
    if (pattern.test(word)) return { length: pattern.lastIndex - position, read: phonemes };
  }
  return { length: 1, read: [] };
}
