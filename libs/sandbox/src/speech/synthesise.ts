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
  /** From 0.25 to 4. Changes how long the speech is, not how high. */
  speed: number;
}

/** Speech in chunks of a tenth of a second, computed as they are taken; how many samples they hold is known before. */
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
    tract.speak(last, frame, chunk, filled);
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
    const ratio = ratioAt(frame, plan.pitch[index], plan.pitch[index + 1]);
    yield { ...posture, pitchHz: voice.pitchHz * (1 + (ratio - 1) * voice.liveliness) * flutter(frame) };
    frame += 1;
  }
}

function ratioAt(frame: number, before: PitchPoint | undefined, behind: PitchPoint | undefined): number {
  if (before === undefined) return 1;
  if (behind === undefined || frame <= before.frame) return before.ratio;
  const share = (frame - before.frame) / (behind.frame - before.frame);
  return before.ratio + (behind.ratio - before.ratio) * share;
}

/** No throat is quite steady. */
function flutter(frame: number): number {
  return 1 + 0.004 * (Math.sin(frame * 0.16) + Math.sin(frame * 0.089) + Math.sin(frame * 0.059));
}
