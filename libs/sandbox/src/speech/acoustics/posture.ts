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

export const NEUTRAL_HISS: Hiss = { peakHz: 4000, bandwidthHz: 2000, flat: 0.5 };

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
