import { type FrameLevels } from './frame-levels.js';

export interface TimeSpan {
  start: number;
  end: number;
}

const MIN_SPEECH_SECONDS = 0.1;
const MIN_GAP_SECONDS = 0.2;

const NEVER_SPEECH_DB = -50;
const ABOVE_NOISE_DB = 10;
const BELOW_PEAK_DB = 14;
const NOISE_RISES_DB_PER_SECOND = 3;
const NOISE_FALLS_SHARE = 0.4;
const QUIET_SHARE = 0.1;

/** The spans with speech: frames above a noise floor that adapts to the recording. */
export function findSpeech({ levels, frameSeconds }: FrameLevels): TimeSpan[] {
  const spans: TimeSpan[] = [];
  for (const [index, isLoud] of findLoudFrames(levels, frameSeconds).entries()) {
    if (!isLoud) continue;
    const start = index * frameSeconds;
    const last = spans.at(-1);
    if (last !== undefined && start - last.end < MIN_GAP_SECONDS - frameSeconds / 2)
      last.end = start + frameSeconds;
    else spans.push({ start, end: start + frameSeconds });
  }
  return spans.filter(({ start, end }) => end - start > MIN_SPEECH_SECONDS - frameSeconds / 2);
}

function findLoudFrames(levels: Float32Array, frameSeconds: number): boolean[] {
  const { quiet, peak } = measureRange(levels);
  let noise = quiet;
  return Array.from(levels, (level) => {
    // If the floor could rise to the peak, a recording without a pause would count as noise.
    const threshold = Math.max(NEVER_SPEECH_DB, Math.min(noise + ABOVE_NOISE_DB, peak - BELOW_PEAK_DB));
    noise +=
      level < noise
        ? (level - noise) * NOISE_FALLS_SHARE
        : Math.min(level - noise, NOISE_RISES_DB_PER_SECOND * frameSeconds);
    return level > threshold;
  });
}

/** The level below which a tenth of the frames are, and the maximum, in whole decibels. */
function measureRange(levels: Float32Array): { quiet: number; peak: number } {
  const counts = new Map<number, number>();
  for (const level of levels) counts.set(Math.round(level), (counts.get(Math.round(level)) ?? 0) + 1);
  const ascending = [...counts.keys()].toSorted((one, other) => one - other);
  let frameCount = 0;
  const quiet = ascending.find((level) => {
    frameCount += counts.get(level) ?? 0;
    return frameCount > levels.length * QUIET_SHARE;
  });
  return { quiet: quiet ?? 0, peak: ascending.at(-1) ?? 0 };
}
