import { type Vowel } from '../text/phoneme.js';

/** The noise of air in a narrow place: a band around a peak, and some of every frequency. */
export interface Hiss {
  peakHz: number;
  bandwidthHz: number;
  /** The share of noise that is not in the band. */
  flat: number;
}

/** A position of the mouth and the throat, by what is heard of it: levels from 0 to 1, frequencies of a grown man. */
export interface Posture {
  voicing: number;
  aspiration: number;
  frication: number;
  /** The first three formants; those above hardly move in speech. */
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
 * Where each vowel begins and, if it is a diphthong, where it ends. The formants of plain vowels are the
 * means that Peterson and Barney measured of men in 1952; levels make up for what the filters do to them.
 */
export const VOWEL_POSTURES: Readonly<Record<Vowel, readonly [Posture, Posture?]>> = {
  IY: [vowel(270, 2290, 3010, 1)],
  IH: [vowel(390, 1990, 2550, 0.95)],
  EH: [vowel(530, 1840, 2480, 0.85)],
  AE: [vowel(660, 1720, 2410, 0.75)],
  AA: [vowel(730, 1090, 2440, 0.62)],
  AO: [vowel(570, 840, 2410, 0.7)],
  UH: [vowel(440, 1020, 2240, 0.9)],
  UW: [vowel(300, 870, 2240, 1)],
  AH: [vowel(640, 1190, 2390, 0.7)],
  AX: [vowel(500, 1400, 2450, 0.75)],
  ER: [vowel(490, 1350, 1690, 0.8)],
  EY: [vowel(480, 1900, 2520, 0.9), vowel(330, 2200, 2800, 0.85)],
  AY: [vowel(720, 1200, 2450, 0.65), vowel(380, 2000, 2600, 0.85)],
  OY: [vowel(540, 850, 2400, 0.75), vowel(380, 1950, 2550, 0.85)],
  AW: [vowel(720, 1250, 2450, 0.65), vowel(420, 950, 2300, 0.75)],
  OW: [vowel(530, 1000, 2400, 0.8), vowel(380, 850, 2300, 0.8)],
};

/** A phoneme, or a part of one, that holds a posture or glides from one to another. */
export interface TimedPhone {
  frames: number;
  start: Posture;
  end: Posture;
  /** How little its formants give way to those of its neighbours. */
  stiffness: number;
  /** How long a neighbour takes to come from it, or to get there. */
  transitionMs: number;
  /** It begins at once, as the release of a stop does. */
  isSudden: boolean;
}

function vowel(f1: number, f2: number, f3: number, voicing: number): Posture {
  return { ...SILENCE, voicing, f1, f2, f3 };
}

export function buildSilence(frames: number): TimedPhone {
  return { frames, start: SILENCE, end: SILENCE, stiffness: 0, transitionMs: 30, isSudden: false };
}
