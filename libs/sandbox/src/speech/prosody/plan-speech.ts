import { articulate, type TimedPhoneme } from '../acoustics/articulate.js';
import { silenceOf, type TimedSound } from '../acoustics/timed-sound.js';
import { FRAME_MS } from '../signal/audio-format.js';
import { isVowel, type Phoneme } from '../text/phoneme.js';
import { type PhraseEnding, type SpokenPhrase } from '../text/read-text.js';
import { wordDurations } from './durations.js';
import { melodyOf, type Nucleus, type PitchPoint } from './melody.js';

/** Everything that is decided before a sample is computed, above all how long it will be. */
export interface SpeechPlan {
  sounds: TimedSound[];
  pitch: PitchPoint[];
  frameCount: number;
}

const LEAD_MS = 40;
const TRAIL_MS = 120;
const PAUSE_MS: Readonly<Record<PhraseEnding, number>> = {
  comma: 260,
  statement: 520,
  question: 520,
  exclamation: 520,
};

export function planSpeech(phrases: readonly SpokenPhrase[], speed: number): SpeechPlan {
  const plan: SpeechPlan = { sounds: [], pitch: [], frameCount: 0 };
  addSilence(plan, framesOf(LEAD_MS, speed));
  for (const [index, phrase] of phrases.entries()) {
    addPhrase(plan, phrase, speed);
    const isLast = index === phrases.length - 1;
    addSilence(plan, framesOf(isLast ? TRAIL_MS : PAUSE_MS[phrase.ending], speed));
  }
  return plan;
}

function addPhrase(plan: SpeechPlan, { words, ending }: SpokenPhrase, speed: number): void {
  const startFrame = plan.frameCount;
  const phonemes: TimedPhoneme[] = [];
  const nuclei: Nucleus[] = [];
  for (const [index, word] of words.entries()) {
    for (const { phoneme, frames } of timeWord(word, index === words.length - 1, speed)) {
      const endFrame = plan.frameCount + frames;
      if (isVowel(phoneme.symbol)) {
        nuclei.push({ startFrame: plan.frameCount, endFrame, stressed: phoneme.stressed });
      }
      phonemes.push({ symbol: phoneme.symbol, frames });
      plan.frameCount = endFrame;
    }
  }
  // One by one: a text without a full stop may have more sounds than a call may have arguments.
  for (const sound of articulate(phonemes)) plan.sounds.push(sound);
  for (const point of melodyOf({ startFrame, endFrame: plan.frameCount, ending }, nuclei))
    plan.pitch.push(point);
}

function timeWord(
  word: readonly Phoneme[],
  isLast: boolean,
  speed: number,
): { phoneme: Phoneme; frames: number }[] {
  const durations = wordDurations(word, isLast);
  return word.map((phoneme, index) => ({ phoneme, frames: framesOf(durations[index] ?? 0, speed) }));
}

const LEAST_FRAMES = 4;

function framesOf(durationMs: number, speed: number): number {
  return Math.max(LEAST_FRAMES, Math.round(durationMs / speed / FRAME_MS));
}

function addSilence(plan: SpeechPlan, frames: number): void {
  plan.sounds.push(silenceOf(frames));
  plan.frameCount += frames;
}
