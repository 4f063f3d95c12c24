import { type Vowel } from '../text/phoneme.js';

/** The noise of air in a narrow passage: a band around a peak, and a share of every frequency. */
export interface Hiss {
  peakHz: number;
  bandwidthHz: number;
  /** The share of noise outside of the band. */
  flat: number;
}

/** A position of mouth and throat, by its acoustics: levels from 0 to 1, frequencies of an adult man. */
export interface Posture {
  voicing: number;
  aspiration: number;
  frication: number;
  /** The first three formants; higher ones hardly move in speech. */
  f1: number;
  f2: number;
  f3: number;
  nasality: number;
  hiss: Hiss;
}

const NEUTRAL_HISS: Hiss = { peakHz: 4000, bandwidthHz: 2000, flat: 0.5 };

export const SILENCE: Posture = {
  voicing: 0,
  aspiration: 0,
  frication: 0,
  f1: 500,
  f2: 1500,
  f3: 2500,
  nasality: 0,
  hiss: NEUTRAL_HISS,
};

/**
 * The posture at the start of each vowel and, for a diphthong, at its end. The formants of plain vowels are the means
 * for men of Peterson and Barney (1952). The levels compensate for the filters.
 */
export const VOWEL_POSTURES: Readonly<Record<Vowel, readonly [Posture, Posture?]>> = {
  IY: [buildVowel(270, 2290, 3010, 1)],
  IH: [buildVowel(390, 1990, 2550, 0.95)],
  EH: [buildVowel(530, 1840, 2480, 0.85)],
  AE: [buildVowel(660, 1720, 2410, 0.75)],
  AA: [buildVowel(730, 1090, 2440, 0.62)],
  AO: [buildVowel(570, 840, 2410, 0.7)],
  UH: [buildVowel(440, 1020, 2240, 0.9)],
  UW: [buildVowel(300, 870, 2240, 1)],
  AH: [buildVowel(640, 1190, 2390, 0.7)],
  AX: [buildVowel(500, 1400, 2450, 0.75)],
  ER: [buildVowel(490, 1350, 1690, 0.8)],
  EY: [buildVowel(480, 1900, 2520, 0.9), buildVowel(330, 2200, 2800, 0.85)],
  AY: [buildVowel(720, 1200, 2450, 0.65), buildVowel(380, 2000, 2600, 0.85)],
  OY: [buildVowel(540, 850, 2400, 0.75), buildVowel(380, 1950, 2550, 0.85)],
  AW: [buildVowel(720, 1250, 2450, 0.65), buildVowel(420, 950, 2300, 0.75)],
  OW: [buildVowel(530, 1000, 2400, 0.8), buildVowel(380, 850, 2300, 0.8)],
};

/** A phoneme, or a part of one, with one posture or a glide between two. */
export interface TimedPhone {
  frames: number;
  start: Posture;
  end: Posture;
  /** How strongly its formants resist those of its neighbors. */
  stiffness: number;
  /** The duration of the transition of a neighbor from or to it. */
  transitionMs: number;
  /** It starts without a transition, like the release of a stop. */
  isSudden: boolean;
}

function buildVowel(f1: number, f2: number, f3: number, voicing: number): Posture {
  return { ...SILENCE, voicing, f1, f2, f3 };
}

export function buildSilence(frames: number): TimedPhone {
  return { frames, start: SILENCE, end: SILENCE, stiffness: 0, transitionMs: 30, isSudden: false };
}
