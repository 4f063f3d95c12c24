import { isVoiceless, isVowel, type Phoneme, type PhonemeSymbol } from '../text/phoneme.js';

/** The duration of each sound in a stressed syllable, in milliseconds. */
const BASE_MS: Readonly<Record<PhonemeSymbol, number>> = {
  AA: 190,
  AE: 195,
  AH: 140,
  AO: 195,
  AW: 230,
  AX: 85,
  AY: 215,
  EH: 145,
  ER: 170,
  EY: 180,
  IH: 125,
  IY: 150,
  OW: 190,
  OY: 240,
  UH: 130,
  UW: 165,
  P: 115,
  B: 85,
  T: 110,
  D: 75,
  K: 115,
  G: 80,
  CH: 130,
  JH: 105,
  F: 105,
  V: 65,
  TH: 100,
  DH: 55,
  S: 110,
  Z: 80,
  SH: 115,
  ZH: 80,
  HH: 65,
  M: 75,
  N: 70,
  NG: 80,
  L: 75,
  R: 75,
  W: 75,
  Y: 65,
};

const UNSTRESSED_FACTOR = 0.68;
const UNSTRESSED_WORD_FACTOR = 0.72;
const POLYSYLLABLE_FACTOR = 0.88;
const BEFORE_VOICELESS_FACTOR = 0.8;
const CLUSTER_FACTOR = 0.75;
const PHRASE_END_FACTOR = 1.35;

/** The duration of each phoneme of a word at normal speed. */
export function computeDurations(word: readonly Phoneme[], isLastOfPhrase: boolean): number[] {
  const vowels = word.filter(({ symbol }) => isVowel(symbol));
  const hasStress = vowels.some(({ isStressed: stressed }) => stressed);
  const lastVowel = word.findLastIndex(({ symbol }) => isVowel(symbol));
  return word.map((phoneme, index) => {
    const previous = word[index - 1];
    const next = word[index + 1];
    let factor = hasStress ? 1 : UNSTRESSED_WORD_FACTOR;
    if (isVowel(phoneme.symbol)) {
      if (hasStress && !phoneme.isStressed) factor *= UNSTRESSED_FACTOR;
      if (vowels.length > 1) factor *= POLYSYLLABLE_FACTOR;
      if (next !== undefined && isVoiceless(next.symbol)) factor *= BEFORE_VOICELESS_FACTOR;
    } else if (isConsonant(previous) || isConsonant(next)) {
      factor *= CLUSTER_FACTOR;
    }
    if (isLastOfPhrase && index >= lastVowel) factor *= PHRASE_END_FACTOR;
    return BASE_MS[phoneme.symbol] * factor;
  });
}

function isConsonant(phoneme: Phoneme | undefined): boolean {
  return phoneme !== undefined && !isVowel(phoneme.symbol);
}
