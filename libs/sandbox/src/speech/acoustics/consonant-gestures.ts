import { type Consonant } from '../text/phoneme.js';
import { type Hiss, type Posture, SILENCE } from './posture.js';

/** How a consonant is produced. */
export interface Gesture {
  manner: 'stop' | 'affricate' | 'fricative' | 'nasal' | 'approximant' | 'breath';
  posture: Posture;
  /** How strongly its formants resist those of its neighbors. A vowel has 1. */
  stiffness: number;
  /** The duration of the transition from or to a neighboring vowel. */
  transitionMs: number;
  /** For stops and affricates: the duration of the noise of the release. */
  burstMs: number;
}

/** The closure of tongue or lips: the formants that an adjacent vowel moves towards. */
const LABIAL = { f1: 220, f2: 900, f3: 2200 };
const DENTAL = { f1: 250, f2: 1300, f3: 2600 };
const ALVEOLAR = { f1: 220, f2: 1750, f3: 2650 };
const PALATAL = { f1: 240, f2: 2000, f3: 2600 };
const VELAR = { f1: 220, f2: 1750, f3: 2300 };

const HISS = {
  labial: { peakHz: 1000, bandwidthHz: 1800, flat: 0.3 },
  labiodental: { peakHz: 7500, bandwidthHz: 5000, flat: 0.4 },
  dental: { peakHz: 6000, bandwidthHz: 4000, flat: 0.3 },
  alveolar: { peakHz: 6200, bandwidthHz: 2200, flat: 0.05 },
  alveolarBurst: { peakHz: 4300, bandwidthHz: 2200, flat: 0.1 },
  palatal: { peakHz: 3000, bandwidthHz: 1500, flat: 0.06 },
  velar: { peakHz: 1800, bandwidthHz: 600, flat: 0.08 },
} as const satisfies Record<string, Hiss>;

export const CONSONANT_GESTURES: Readonly<Record<Consonant, Gesture>> = {
  P: stop(LABIAL, HISS.labial, { voicing: 0, frication: 0.3, burstMs: 8, stiffness: 1.2 }),
  B: stop(LABIAL, HISS.labial, { voicing: 0.25, frication: 0.15, burstMs: 6, stiffness: 1.2 }),
  T: stop(ALVEOLAR, HISS.alveolarBurst, { voicing: 0, frication: 0.38, burstMs: 14, stiffness: 1.8 }),
  D: stop(ALVEOLAR, HISS.alveolarBurst, { voicing: 0.25, frication: 0.18, burstMs: 8, stiffness: 1.8 }),
  K: stop(VELAR, HISS.velar, { voicing: 0, frication: 0.45, burstMs: 20, stiffness: 0.4 }),
  G: stop(VELAR, HISS.velar, { voicing: 0.25, frication: 0.2, burstMs: 12, stiffness: 0.4 }),
  CH: affricate(0, 0.6),
  JH: affricate(0.2, 0.4),
  F: fricative(LABIAL, HISS.labiodental, 0, 0.16),
  V: fricative(LABIAL, HISS.labiodental, 0.45, 0.08),
  TH: fricative(DENTAL, HISS.dental, 0, 0.15),
  DH: fricative(DENTAL, HISS.dental, 0.45, 0.06),
  S: fricative(ALVEOLAR, HISS.alveolar, 0, 0.6),
  Z: fricative(ALVEOLAR, HISS.alveolar, 0.4, 0.32),
  SH: fricative(PALATAL, HISS.palatal, 0, 0.6),
  ZH: fricative(PALATAL, HISS.palatal, 0.4, 0.32),
  HH: {
    manner: 'breath',
    posture: { ...SILENCE, aspiration: 0.5 },
    stiffness: 0,
    transitionMs: 30,
    burstMs: 0,
  },
  M: nasal({ f1: 280, f2: 1050, f3: 2200 }),
  N: nasal({ f1: 280, f2: 1600, f3: 2600 }),
  NG: nasal({ f1: 280, f2: 1900, f3: 2500 }),
  L: approximant({ f1: 350, f2: 1050, f3: 2800 }, 50),
  R: approximant({ f1: 330, f2: 1100, f3: 1500 }, 80),
  W: approximant({ f1: 290, f2: 640, f3: 2200 }, 80),
  Y: approximant({ f1: 270, f2: 2150, f3: 3000 }, 70),
};

type Place = Pick<Posture, 'f1' | 'f2' | 'f3'>;

function stop(
  place: Place,
  hiss: Hiss,
  release: { voicing: number; frication: number; burstMs: number; stiffness: number },
): Gesture {
  const { voicing, frication, burstMs, stiffness } = release;
  const posture = { ...SILENCE, ...place, hiss, voicing, frication };
  return { manner: 'stop', posture, stiffness, transitionMs: 45, burstMs };
}

function affricate(voicing: number, frication: number): Gesture {
  const posture = { ...SILENCE, ...PALATAL, hiss: HISS.palatal, voicing, frication };
  return { manner: 'affricate', posture, stiffness: 2, transitionMs: 50, burstMs: 65 };
}

function fricative(place: Place, hiss: Hiss, voicing: number, frication: number): Gesture {
  const posture = { ...SILENCE, ...place, hiss, voicing, frication };
  return { manner: 'fricative', posture, stiffness: 1.6, transitionMs: 45, burstMs: 0 };
}

function nasal(place: Place): Gesture {
  const posture = { ...SILENCE, ...place, voicing: 0.85, nasality: 1 };
  return { manner: 'nasal', posture, stiffness: 1.6, transitionMs: 40, burstMs: 0 };
}

function approximant(place: Place, transitionMs: number): Gesture {
  const posture = { ...SILENCE, ...place, voicing: 0.62 };
  return { manner: 'approximant', posture, stiffness: 4, transitionMs, burstMs: 0 };
}
