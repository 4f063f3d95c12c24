/** The properties of a speaker. */
export interface Voice {
  /** The base pitch of its sentences. */
  pitchHz: number;
  /** The factor of every formant relative to an adult man. A longer throat has lower formants. */
  formantScale: number;
  /** The range of its melody: 1 is plain speech, 0 a monotone. */
  liveliness: number;
  /** The audible share of breath, from 0 to 1. */
  breathiness: number;
  /** Higher frequencies are attenuated. */
  brightnessHz: number;
}

const VOICES = {
  alloy: { pitchHz: 158, formantScale: 1.08, liveliness: 0.9, breathiness: 0.2, brightnessHz: 6400 },
  ash: { pitchHz: 104, formantScale: 0.98, liveliness: 1, breathiness: 0.25, brightnessHz: 5200 },
  ballad: { pitchHz: 126, formantScale: 1.03, liveliness: 1.5, breathiness: 0.35, brightnessHz: 4800 },
  cedar: { pitchHz: 96, formantScale: 0.96, liveliness: 0.9, breathiness: 0.15, brightnessHz: 5600 },
  coral: { pitchHz: 204, formantScale: 1.16, liveliness: 1.3, breathiness: 0.2, brightnessHz: 7200 },
  echo: { pitchHz: 112, formantScale: 1, liveliness: 1, breathiness: 0.15, brightnessHz: 6000 },
  fable: { pitchHz: 138, formantScale: 1.05, liveliness: 1.4, breathiness: 0.2, brightnessHz: 6800 },
  marin: { pitchHz: 186, formantScale: 1.13, liveliness: 1.1, breathiness: 0.3, brightnessHz: 6000 },
  nova: { pitchHz: 222, formantScale: 1.18, liveliness: 1.2, breathiness: 0.15, brightnessHz: 8000 },
  onyx: { pitchHz: 82, formantScale: 0.9, liveliness: 0.8, breathiness: 0.1, brightnessHz: 4400 },
  sage: { pitchHz: 174, formantScale: 1.11, liveliness: 0.8, breathiness: 0.3, brightnessHz: 5600 },
  shimmer: { pitchHz: 240, formantScale: 1.21, liveliness: 1.1, breathiness: 0.4, brightnessHz: 6800 },
  verse: { pitchHz: 120, formantScale: 1.01, liveliness: 1.3, breathiness: 0.2, brightnessHz: 6400 },
} as const satisfies Record<string, Voice>;

export const VOICE_NAMES: readonly string[] = Object.keys(VOICES);

export function findVoice(name: string): Voice | undefined {
  return Object.hasOwn(VOICES, name) ? VOICES[name as keyof typeof VOICES] : undefined;
}
