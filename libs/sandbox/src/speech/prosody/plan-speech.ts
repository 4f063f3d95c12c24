import { articulate, type TimedPhoneme } from '../acoustics/articulate.js';
import { buildSilence, type TimedPhone } from '../acoustics/posture.js';
import { FRAME_MS } from '../signal/audio-format.js';
import { isVowel, type Phoneme } from '../text/phoneme.js';
import { type PhraseEnding, type SpokenPhrase } from '../text/read-text.js';
import { computeDurations } from './durations.js';
import { buildMelody, type Nucleus, type PitchPoint } from './melody.js';

/** Everything that is decided before samples are computed, above all their number. */
export interface SpeechPlan {
  phones: TimedPhone[];
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
  const plan: SpeechPlan = { phones: [], pitch: [], frameCount: 0 };
  addSilence(plan, toFrames(LEAD_MS, speed));
  for (const [index, phrase] of phrases.entries()) {
    addPhrase(plan, phrase, speed);
    const isLast = index === phrases.length - 1;
    addSilence(plan, toFrames(isLast ? TRAIL_MS : PAUSE_MS[phrase.ending], speed));
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
        nuclei.push({ startFrame: plan.frameCount, endFrame, isStressed: phoneme.isStressed });
      }
      phonemes.push({ symbol: phoneme.symbol, frames });
      plan.frameCount = endFrame;
    }
  }
  // Not spread into `push`: a text without a full stop may have more sounds than a call may have arguments.
  for (const phone of articulate(phonemes)) plan.phones.push(phone);
  for (const point of buildMelody({ startFrame, endFrame: plan.frameCount, ending }, nuclei))
    plan.pitch.push(point);
}

function timeWord(
  word: readonly Phoneme[],
  isLast: boolean,
  speed: number,
): { phoneme: Phoneme; frames: number }[] {
  const durations = computeDurations(word, isLast);
  return word.map((phoneme, index) => ({ phoneme, frames: toFrames(durations[index] ?? 0, speed) }));
}

const MIN_FRAMES = 4;

function toFrames(durationMs: number, speed: number): number {
  return Math.max(MIN_FRAMES, Math.round(durationMs / speed / FRAME_MS));
}

function addSilence(plan: SpeechPlan, frames: number): void {
  plan.phones.push(buildSilence(frames));
  plan.frameCount += frames;
}
