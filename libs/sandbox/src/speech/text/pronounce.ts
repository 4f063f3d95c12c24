import { EXCEPTIONS } from './exceptions.js';
import { lettersToPhonemes } from './letters-to-phonemes.js';
import { isSibilant, isVoiceless, type Phoneme, readPhonemes } from './phoneme.js';
import { placeStress } from './stress.js';

/** The phonemes of a word in lower case, which may hold apostrophes. */
export function pronounce(word: string): Phoneme[] {
  const known = EXCEPTIONS.get(word);
  if (known !== undefined) return readPhonemes(known);
  return pronounceInflected(word) ?? pronounceByRule(word.replaceAll("'", ''));
}

/** Endings that are spoken the same behind every word, where the spelling leaves the word as it was. */
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
  const known = stem === undefined ? undefined : EXCEPTIONS.get(stem);
  if (known === undefined) return undefined;
  const phonemes = readPhonemes(known);
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
