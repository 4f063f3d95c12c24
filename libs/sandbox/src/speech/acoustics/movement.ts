import { FRAME_MS } from '../signal/audio-format.js';
import { type Hiss, type Posture, SILENCE, type TimedPhone, buildSilence } from './posture.js';

type LevelKey = 'voicing' | 'aspiration' | 'frication' | 'nasality';

const LEVEL_RAMP_FRAMES = 8;
const FADE_FRAMES = 30;
const OWN_TRANSITION_MS = 24;

/** The posture at each frame of a row of sounds: each glides out of the one before and into the one behind. */
export function* generateMovement(phones: readonly TimedPhone[]): Generator<Posture, void> {
  const quiet = buildSilence(0);
  for (const [index, phone] of phones.entries()) {
    const before = phones[index - 1] ?? quiet;
    const behind = phones[index + 1] ?? quiet;
    for (let frame = 0; frame < phone.frames; frame += 1) {
      yield postureAt(phone, before, behind, frame);
    }
  }
}

function postureAt(phone: TimedPhone, before: TimedPhone, behind: TimedPhone, frame: number): Posture {
  const position = frame + 0.5;
  const half = phone.frames / 2;
  const formantRamps = {
    first: Math.min(half, transitionFrames(phone, before)),
    last: Math.min(half, transitionFrames(phone, behind)),
  };
  const levelRamps = {
    first: phone.isSudden ? 0 : Math.min(half, LEVEL_RAMP_FRAMES),
    last: behind.isSudden ? 0 : Math.min(half, isSilent(behind) ? FADE_FRAMES : LEVEL_RAMP_FRAMES),
  };
  const formant = (key: 'f1' | 'f2' | 'f3'): number =>
    course(position, phone.frames, formantRamps, [
      meet(before, phone, key),
      phone.start[key],
      phone.end[key],
      meet(phone, behind, key),
    ]);
  const level = (key: LevelKey): number =>
    course(position, phone.frames, levelRamps, [
      levelBetween(before, phone, key),
      phone.start[key],
      phone.end[key],
      levelBetween(phone, behind, key),
    ]);
  return {
    voicing: level('voicing'),
    aspiration: level('aspiration'),
    frication: level('frication'),
    nasality: level('nasality'),
    f1: formant('f1'),
    f2: formant('f2'),
    f3: formant('f3'),
    hiss: hissAt(phone, before, behind, frame),
  };
}

/** Vowels take their time to leave a consonant; the consonant itself is soon where it wants to be. */
function transitionFrames(phone: TimedPhone, neighbour: TimedPhone): number {
  const isYielding = phone.stiffness <= neighbour.stiffness || neighbour.stiffness === 0;
  return (isYielding ? neighbour.transitionMs : OWN_TRANSITION_MS) / FRAME_MS;
}

/** The formant at the border of two sounds, nearer to that of the stiffer one. Silence has no say. */
function meet(before: TimedPhone, behind: TimedPhone, key: 'f1' | 'f2' | 'f3'): number {
  const weight = before.stiffness + behind.stiffness;
  if (weight === 0) return isSilent(before) ? behind.start[key] : before.end[key];
  return (before.end[key] * before.stiffness + behind.start[key] * behind.stiffness) / weight;
}

/** Speech swells out of silence and fades into it; between two sounds the level is halfway. */
function levelBetween(before: TimedPhone, behind: TimedPhone, key: LevelKey): number {
  return isSilent(before) || isSilent(behind) ? 0 : (before.end[key] + behind.start[key]) / 2;
}

function isSilent({ start }: TimedPhone): boolean {
  return start === SILENCE;
}

/** From the border to the start, on to the end, and to the other border. */
function course(
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

/** A sound without a hiss lends its place to that of the neighbour which is nearer. */
function hissAt(phone: TimedPhone, before: TimedPhone, behind: TimedPhone, frame: number): Hiss {
  if (phone.start.frication > 0) return phone.start.hiss;
  return frame < phone.frames / 2 ? before.end.hiss : behind.start.hiss;
}
