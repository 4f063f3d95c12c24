import { FRAME_MS } from '../signal/audio-format.js';
import { type Hiss, type Posture, SILENCE, type TimedPhone, buildSilence } from './posture.js';

type LevelKey = 'voicing' | 'aspiration' | 'frication' | 'nasality';

const LEVEL_RAMP_FRAMES = 8;
const FADE_FRAMES = 30;
const OWN_TRANSITION_MS = 24;

/** The posture at each frame of a sequence of sounds. Each glides from the previous one and into the next. */
export function* generateMovement(phones: readonly TimedPhone[]): Generator<Posture, void> {
  const silence = buildSilence(0);
  for (const [index, phone] of phones.entries()) {
    const previous = phones[index - 1] ?? silence;
    const next = phones[index + 1] ?? silence;
    for (let frame = 0; frame < phone.frames; frame += 1) {
      yield getPosture(phone, previous, next, frame);
    }
  }
}

function getPosture(phone: TimedPhone, previous: TimedPhone, next: TimedPhone, frame: number): Posture {
  const position = frame + 0.5;
  const half = phone.frames / 2;
  const formantRamps = {
    first: Math.min(half, countTransitionFrames(phone, previous)),
    last: Math.min(half, countTransitionFrames(phone, next)),
  };
  const levelRamps = {
    first: phone.isSudden ? 0 : Math.min(half, LEVEL_RAMP_FRAMES),
    last: next.isSudden ? 0 : Math.min(half, isSilent(next) ? FADE_FRAMES : LEVEL_RAMP_FRAMES),
  };
  const formant = (key: 'f1' | 'f2' | 'f3'): number =>
    interpolate(position, phone.frames, formantRamps, [
      getBorderFormant(previous, phone, key),
      phone.start[key],
      phone.end[key],
      getBorderFormant(phone, next, key),
    ]);
  const level = (key: LevelKey): number =>
    interpolate(position, phone.frames, levelRamps, [
      getBorderLevel(previous, phone, key),
      phone.start[key],
      phone.end[key],
      getBorderLevel(phone, next, key),
    ]);
  return {
    voicing: level('voicing'),
    aspiration: level('aspiration'),
    frication: level('frication'),
    nasality: level('nasality'),
    f1: formant('f1'),
    f2: formant('f2'),
    f3: formant('f3'),
    hiss: getHiss(phone, previous, next, frame),
  };
}

/** Vowels leave a consonant slowly; the consonant itself soon reaches its posture. */
function countTransitionFrames(phone: TimedPhone, neighbour: TimedPhone): number {
  const isYielding = phone.stiffness <= neighbour.stiffness || neighbour.stiffness === 0;
  return (isYielding ? neighbour.transitionMs : OWN_TRANSITION_MS) / FRAME_MS;
}

/** The formant at the border of two sounds, closer to that of the stiffer one. Silence has no weight. */
function getBorderFormant(previous: TimedPhone, next: TimedPhone, key: 'f1' | 'f2' | 'f3'): number {
  const weight = previous.stiffness + next.stiffness;
  if (weight === 0) return isSilent(previous) ? next.start[key] : previous.end[key];
  return (previous.end[key] * previous.stiffness + next.start[key] * next.stiffness) / weight;
}

/** Speech fades in from silence and out into it; between two sounds the level is halfway. */
function getBorderLevel(previous: TimedPhone, next: TimedPhone, key: LevelKey): number {
  return isSilent(previous) || isSilent(next) ? 0 : (previous.end[key] + next.start[key]) / 2;
}

function isSilent({ start }: TimedPhone): boolean {
  return start === SILENCE;
}

/** From one border to the start, to the end, and to the other border. */
function interpolate(
  position: number,
  frames: number,
  ramps: { first: number; last: number },
  [border, start, end, otherBorder]: readonly [number, number, number, number],
): number {
  if (position < ramps.first) return ease(border, start, position / ramps.first);
  const untilEnd = frames - position;
  if (untilEnd < ramps.last) return ease(otherBorder, end, untilEnd / ramps.last);
  if (start === end) return start;
  return ease(start, end, (position - ramps.first) / (frames - ramps.first - ramps.last));
}

function ease(from: number, to: number, share: number): number {
  return from + (to - from) * share * share * (3 - 2 * share);
}

/** A sound without frication has the hiss of the closer neighbor. */
function getHiss(phone: TimedPhone, previous: TimedPhone, next: TimedPhone, frame: number): Hiss {
  if (phone.start.frication > 0) return phone.start.hiss;
  return frame < phone.frames / 2 ? previous.end.hiss : next.start.hiss;
}
