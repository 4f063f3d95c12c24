import { isVoiceless, isVowel, type Phoneme, type PhonemeSymbol } from '../text/phoneme.js';

/** How long each sound lasts in a stressed syllable, in milliseconds. */
const USUAL_MS: Readonly<Record<PhonemeSymbol, number>> = {
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

const UNSTRESSED = 0.68;
const LIGHT_WORD = 0.72;
const MANY_SYLLABLES = 0.88;
const BEFORE_VOICELESS = 0.8;
const IN_CLUSTER = 0.75;
const LAST_OF_PHRASE = 1.35;

/** How long each phoneme of a word lasts at the usual speed. */
export function wordDurations(word: readonly Phoneme[], isLastOfPhrase: boolean): number[] {
  const vowels = word.filter(({ symbol }) => isVowel(symbol));
  const hasStress = vowels.some(({ stressed }) => stressed);
  const lastVowel = word.findLastIndex(({ symbol }) => isVowel(symbol));
  return word.map((phoneme, index) => {
    const before = word[index - 1];
    const behind = word[index + 1];
    let factor = hasStress ? 1 : LIGHT_WORD;
    if (isVowel(phoneme.symbol)) {
      if (hasStress && !phoneme.stressed) factor *= UNSTRESSED;
      if (vowels.length > 1) factor *= MANY_SYLLABLES;
      if (behind !== undefined && isVoiceless(behind.symbol)) factor *= BEFORE_VOICELESS;
    } else if (isConsonant(before) || isConsonant(behind)) {
      factor *= IN_CLUSTER;
    }
    if (isLastOfPhrase && index >= lastVowel) factor *= LAST_OF_PHRASE;
    return USUAL_MS[phoneme.symbol] * factor;
  });
}

function isConsonant(phoneme: Phoneme | undefined): boolean {
  return phoneme !== undefined && !isVowel(phoneme.symbol);
}
