import { FRAME_MS } from '../signal/audio-format.js';
import { type PhonemeSymbol, isVoiceless, isVowel } from '../text/phoneme.js';
import { CONSONANT_GESTURES, type Gesture } from './consonant-gestures.js';
import { type Posture, type TimedPhone, VOWEL_POSTURES } from './posture.js';

export interface TimedPhoneme {
  symbol: PhonemeSymbol;
  frames: number;
}

const VOWEL_TRANSITION_MS = 60;
const MAX_BURST = 0.25;
const BREATH_SHARE = 0.35;
const FAINT_BREATH_SHARE = 0.12;
const AFFRICATE_HISS = 0.6;

/** The sounds of phonemes, which depend on their neighbors. */
export function articulate(phonemes: readonly TimedPhoneme[]): TimedPhone[] {
  return phonemes.flatMap((phoneme, index) => {
    const previous = phonemes[index - 1]?.symbol;
    const next = phonemes[index + 1]?.symbol;
    return isVowel(phoneme.symbol)
      ? [buildVowelPhone(VOWEL_POSTURES[phoneme.symbol], phoneme.frames)]
      : buildConsonantPhones(CONSONANT_GESTURES[phoneme.symbol], phoneme, previous, next);
  });
}

function buildVowelPhone([start, end = start]: readonly [Posture, Posture?], frames: number): TimedPhone {
  return { frames, start, end, stiffness: 1, transitionMs: VOWEL_TRANSITION_MS, isSudden: false };
}

function buildConsonantPhones(
  gesture: Gesture,
  { symbol, frames }: TimedPhoneme,
  previous: PhonemeSymbol | undefined,
  next: PhonemeSymbol | undefined,
): TimedPhone[] {
  const neighbour = findOpenPosture(next, 'start') ?? findOpenPosture(previous, 'end') ?? gesture.posture;
  switch (gesture.manner) {
    case 'stop': {
      const isAspirated = isVoiceless(symbol) && previous !== 'S' && next !== undefined && !isStop(next);
      return buildStopPhones(gesture, frames, neighbour, isVoiceless(symbol) ? isAspirated : undefined);
    }
    case 'affricate': {
      const hissing = Math.max(1, Math.floor(frames * AFFRICATE_HISS));
      return [buildClosure(gesture, frames - hissing), buildRelease(gesture, hissing, gesture.posture)];
    }
    case 'breath':
      return [
        buildHeldPhone(gesture, frames, { ...neighbour, ...buildBreathLevels(gesture.posture.aspiration) }),
      ];
    case 'fricative':
    case 'nasal':
    case 'approximant':
      return [buildHeldPhone(gesture, frames, gesture.posture)];
  }
}

/** @param isAspirated Undefined for a voiced stop, after which the voice continues at once. */
function buildStopPhones(
  gesture: Gesture,
  frames: number,
  neighbour: Posture,
  isAspirated: boolean | undefined,
): TimedPhone[] {
  const burst = Math.max(1, Math.floor(Math.min(gesture.burstMs / FRAME_MS, frames * MAX_BURST)));
  const breathShare = isAspirated === true ? BREATH_SHARE : FAINT_BREATH_SHARE;
  const breath = isAspirated === undefined ? 0 : Math.floor(frames * breathShare);
  const burstPosture = gesture.stiffness < 1 ? followTongue(gesture.posture, neighbour) : gesture.posture;
  const phones = [buildClosure(gesture, frames - burst - breath), buildRelease(gesture, burst, burstPosture)];
  if (breath === 0) return phones;
  const halfway = mixFormants(gesture.posture, neighbour);
  return [
    ...phones,
    buildHeldPhone(gesture, breath, { ...halfway, ...buildBreathLevels(isAspirated === true ? 0.5 : 0.2) }),
  ];
}

function buildClosure(gesture: Gesture, frames: number): TimedPhone {
  return buildHeldPhone(gesture, frames, { ...gesture.posture, frication: 0 });
}

function buildRelease(gesture: Gesture, frames: number, posture: Posture): TimedPhone {
  return { ...buildHeldPhone(gesture, frames, posture), isSudden: gesture.manner === 'stop' };
}

function buildHeldPhone({ stiffness, transitionMs }: Gesture, frames: number, posture: Posture): TimedPhone {
  return { frames, start: posture, end: posture, stiffness, transitionMs, isSudden: false };
}

function buildBreathLevels(
  aspiration: number,
): Pick<Posture, 'voicing' | 'frication' | 'aspiration' | 'nasality'> {
  return { voicing: 0, frication: 0, aspiration, nasality: 0 };
}

/** The vowel determines where the back of the tongue closes, and the release sounds like the vowel. */
function followTongue(posture: Posture, { f2 }: Posture): Posture {
  return { ...posture, hiss: { ...posture.hiss, peakHz: 300 + f2 } };
}

function mixFormants(posture: Posture, other: Posture): Posture {
  return {
    ...posture,
    f1: (posture.f1 + other.f1) / 2,
    f2: (posture.f2 + other.f2) / 2,
    f3: (posture.f3 + other.f3) / 2,
  };
}

function isStop(symbol: PhonemeSymbol): boolean {
  return !isVowel(symbol) && CONSONANT_GESTURES[symbol].manner === 'stop';
}

/** The posture of a neighbor with an open mouth. */
function findOpenPosture(symbol: PhonemeSymbol | undefined, side: 'start' | 'end'): Posture | undefined {
  if (symbol === undefined) return undefined;
  if (isVowel(symbol)) {
    const [start, end = start] = VOWEL_POSTURES[symbol];
    return side === 'start' ? start : end;
  }
  const gesture = CONSONANT_GESTURES[symbol];
  return gesture.manner === 'approximant' ? gesture.posture : undefined;
}
