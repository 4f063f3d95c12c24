import { generateMovement } from './acoustics/movement.js';
import { SILENCE } from './acoustics/posture.js';
import { type PitchPoint } from './prosody/melody.js';
import { planSpeech, type SpeechPlan } from './prosody/plan-speech.js';
import { FRAME_SAMPLES } from './signal/audio-format.js';
import { type Frame, VocalTract } from './signal/vocal-tract.js';
import { readPhonemes } from './text/phoneme.js';
import { readText, type SpokenPhrase } from './text/read-text.js';
import { type Voice } from './voices.js';

export interface SpeechOptions {
  voice: Voice;
  /** From 0.25 to 4. Changes the duration, not the pitch. */
  speed: number;
}

/**
 * Speech in chunks of a tenth of a second, which are computed on demand. The number of samples is known in advance.
 */
export interface Speech extends Iterable<Int16Array> {
  readonly sampleCount: number;
}

const FRAMES_PER_CHUNK = 50;

export function synthesise({ text, ...options }: SpeechOptions & { text: string }): Speech {
  return speak(readText(text), options);
}

/** Speaks one word given as phonemes, such as `HH AX L OW1`. */
export function synthesisePhonemes({ phonemes, ...options }: SpeechOptions & { phonemes: string }): Speech {
  return speak([{ words: [readPhonemes(phonemes)], ending: 'statement' }], options);
}

function speak(phrases: readonly SpokenPhrase[], { voice, speed }: SpeechOptions): Speech {
  const plan = planSpeech(phrases, speed);
  return {
    sampleCount: plan.frameCount * FRAME_SAMPLES,
    [Symbol.iterator]: () => render(plan, voice),
  };
}

function* render(plan: SpeechPlan, voice: Voice): Generator<Int16Array, void> {
  const tract = new VocalTract(voice);
  let last: Frame = { ...SILENCE, pitchHz: voice.pitchHz };
  let chunk = new Int16Array(0);
  let filled = 0;
  let rendered = 0;
  for (const frame of generateFrames(plan, voice)) {
    if (filled === chunk.length) {
      if (filled > 0) yield chunk;
      chunk = new Int16Array(Math.min(FRAMES_PER_CHUNK, plan.frameCount - rendered) * FRAME_SAMPLES);
      filled = 0;
    }
    tract.render(last, frame, chunk, filled);
    filled += FRAME_SAMPLES;
    rendered += 1;
    last = frame;
  }
  if (filled > 0) yield chunk;
}

function* generateFrames(plan: SpeechPlan, voice: Voice): Generator<Frame, void> {
  let index = 0;
  let frame = 0;
  for (const posture of generateMovement(plan.phones)) {
    while ((plan.pitch[index + 1]?.frame ?? Infinity) <= frame) index += 1;
    const ratio = getRatio(frame, plan.pitch[index], plan.pitch[index + 1]);
    yield { ...posture, pitchHz: voice.pitchHz * (1 + (ratio - 1) * voice.liveliness) * getFlutter(frame) };
    frame += 1;
  }
}

function getRatio(frame: number, previous: PitchPoint | undefined, next: PitchPoint | undefined): number {
  if (previous === undefined) return 1;
  if (next === undefined || frame <= previous.frame) return previous.ratio;
  const share = (frame - previous.frame) / (next.frame - previous.frame);
  return previous.ratio + (next.ratio - previous.ratio) * share;
}

/** The slight variation of pitch in every voice. */
function getFlutter(frame: number): number {
  return 1 + 0.004 * (Math.sin(frame * 0.16) + Math.sin(frame * 0.089) + Math.sin(frame * 0.059));
}
