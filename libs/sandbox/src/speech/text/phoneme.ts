export const VOWELS = [
  'AA',
  'AE',
  'AH',
  'AO',
  'AW',
  'AX',
  'AY',
  'EH',
  'ER',
  'EY',
  'IH',
  'IY',
  'OW',
  'OY',
  'UH',
  'UW',
] as const;

export const CONSONANTS = [
  'B',
  'CH',
  'D',
  'DH',
  'F',
  'G',
  'HH',
  'JH',
  'K',
  'L',
  'M',
  'N',
  'NG',
  'P',
  'R',
  'S',
  'SH',
  'T',
  'TH',
  'V',
  'W',
  'Y',
  'Z',
  'ZH',
] as const;

export type Vowel = (typeof VOWELS)[number];
export type Consonant = (typeof CONSONANTS)[number];
export type PhonemeSymbol = Vowel | Consonant;

/** An English phoneme in ARPAbet notation, with AX for the neutral vowel. */
export interface Phoneme {
  symbol: PhonemeSymbol;
  /** Only vowels can be stressed. */
  isStressed: boolean;
}

const SYMBOLS: ReadonlySet<string> = new Set([...VOWELS, ...CONSONANTS]);
const VOWEL_SYMBOLS: ReadonlySet<string> = new Set(VOWELS);
const VOICELESS: ReadonlySet<string> = new Set(['P', 'T', 'K', 'F', 'TH', 'S', 'SH', 'CH', 'HH']);
const SIBILANTS: ReadonlySet<string> = new Set(['S', 'Z', 'SH', 'ZH', 'CH', 'JH']);

export function isVowel(symbol: PhonemeSymbol): symbol is Vowel {
  return VOWEL_SYMBOLS.has(symbol);
}

export function isVoiceless(symbol: PhonemeSymbol): boolean {
  return VOICELESS.has(symbol);
}

export function isSibilant(symbol: PhonemeSymbol): boolean {
  return SIBILANTS.has(symbol);
}

/** Parses `HH AX L OW1`: symbols separated by spaces, with a 1 after the vowel of a stressed syllable. */
export function readPhonemes(notation: string): Phoneme[] {
  return notation
    .split(' ')
    .filter((part) => part !== '')
    .map((part) => {
      const isStressed = part.endsWith('1');
      const symbol = isStressed ? part.slice(0, -1) : part;
      if (!isSymbol(symbol)) throw new RangeError(`There is no phoneme ${part}.`);
      return { symbol, isStressed };
    });
}

export function writePhonemes(phonemes: readonly Phoneme[]): string {
  return phonemes.map(({ symbol, isStressed: stressed }) => (stressed ? `${symbol}1` : symbol)).join(' ');
}

function isSymbol(text: string): text is PhonemeSymbol {
  return SYMBOLS.has(text);
}
