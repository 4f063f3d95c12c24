import { type PhraseEnding } from '../text/read-text.js';

/** The pitch at a frame, relative to that of the voice. */
export interface PitchPoint {
  frame: number;
  ratio: number;
}

/** A vowel that may carry an accent. */
export interface Nucleus {
  startFrame: number;
  endFrame: number;
  isStressed: boolean;
}

interface Tune {
  /** The height of accents above the line. */
  accent: number;
  /** The pitch where the last accent starts and peaks, and where the phrase ends. */
  approach: number;
  peak: number;
  valley: number;
  end: number;
}

const TUNES: Readonly<Record<PhraseEnding, Tune>> = {
  statement: { accent: 0.1, approach: 1, peak: 1.08, valley: 0.84, end: 0.76 },
  exclamation: { accent: 0.2, approach: 1.08, peak: 1.35, valley: 0.9, end: 0.74 },
  question: { accent: 0.1, approach: 0.94, peak: 0.9, valley: 1.12, end: 1.45 },
  comma: { accent: 0.1, approach: 0.98, peak: 1.08, valley: 0.94, end: 1.02 },
};
const FIRST_RATIO = 1.1;
const LAST_RATIO = 0.92;
const FIRST_ACCENT_BOOST = 1.5;

/** The melody of a phrase: a falling line, accents on it, and a last accent that shows the kind of the phrase. */
export function buildMelody(
  phrase: { startFrame: number; endFrame: number; ending: PhraseEnding },
  nuclei: readonly Nucleus[],
): PitchPoint[] {
  const { startFrame, endFrame, ending } = phrase;
  const tune = TUNES[ending];
  const lineAt = (frame: number): number =>
    FIRST_RATIO + ((LAST_RATIO - FIRST_RATIO) * (frame - startFrame)) / Math.max(1, endFrame - startFrame);
  const last = nuclei.findLast(({ isStressed: stressed }) => stressed) ?? nuclei.at(-1);
  const earlier = nuclei.filter((nucleus) => nucleus.isStressed && nucleus !== last);
  const points: PitchPoint[] = [{ frame: startFrame, ratio: lineAt(startFrame) }];
  for (const [index, nucleus] of earlier.entries()) {
    const accent = tune.accent * (index === 0 ? FIRST_ACCENT_BOOST : 1);
    points.push(...buildAccent(nucleus, accent, lineAt));
  }
  if (last !== undefined) points.push(...buildFinalAccent(last, endFrame, tune));
  points.push({ frame: endFrame, ratio: tune.end });
  return points;
}

function buildAccent(nucleus: Nucleus, accent: number, lineAt: (frame: number) => number): PitchPoint[] {
  const { startFrame, endFrame } = nucleus;
  const middle = startFrame + (endFrame - startFrame) * 0.4;
  return [
    { frame: startFrame, ratio: lineAt(startFrame) },
    { frame: middle, ratio: lineAt(middle) + accent },
    { frame: endFrame, ratio: lineAt(endFrame) + accent * 0.3 },
  ];
}

function buildFinalAccent({ startFrame, endFrame }: Nucleus, phraseEnd: number, tune: Tune): PitchPoint[] {
  const length = endFrame - startFrame;
  const valley = startFrame + length * 0.65;
  return [
    { frame: startFrame, ratio: tune.approach },
    { frame: startFrame + length * 0.15, ratio: tune.peak },
    {
      frame: valley,
      ratio: tune.valley + (tune.end - tune.valley) * getLateShare(valley, phraseEnd, length),
    },
  ];
}

/** If little follows the last accent, the accent itself must move most of the distance to the final pitch. */
function getLateShare(frame: number, phraseEnd: number, length: number): number {
  const left = phraseEnd - frame;
  return 1 - Math.min(1, left / Math.max(1, length));
}
