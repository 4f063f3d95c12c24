import { describe, expect, it } from '@jest/globals';
import { type Speech, synthesise } from './synthesise.js';
import { findVoice, type Voice, VOICE_NAMES } from './voices.js';
import { measureCpuMs } from '../../../../test/cpu-time/index.js';

const SAMPLE_RATE_HZ = 24_000;

function getVoice(name: string): Voice {
  const voice = findVoice(name);
  if (voice === undefined) throw new Error(`No voice ${name}`);
  return voice;
}

function say(text: string, voice = 'echo', speed = 1): Float64Array {
  return getSamples(synthesise({ text, voice: getVoice(voice), speed }));
}

function getSamples(speech: Speech): Float64Array {
  const samples = new Float64Array(speech.sampleCount);
  let filled = 0;
  for (const chunk of speech) {
    samples.set(chunk, filled);
    filled += chunk.length;
  }
  return samples.map((sample) => sample / 32_768);
}

const getPeak = (samples: Float64Array): number =>
  samples.reduce((peak, one) => Math.max(peak, Math.abs(one)), 0);
const decibels = (ratio: number): number => 20 * Math.log10(ratio);

const isSame = (one: Float64Array, other: Float64Array): boolean =>
  Buffer.from(one.buffer).equals(Buffer.from(other.buffer));

/** The pitch is measured in means of this many samples, which are precise enough. */
const COARSENESS = 4;
const COARSE_RATE_HZ = SAMPLE_RATE_HZ / COARSENESS;
const WINDOW_SECONDS = 0.05;
const STEP_SECONDS = 0.04;

function downsample(samples: Float64Array): Float64Array {
  return Float64Array.from({ length: Math.floor(samples.length / COARSENESS) }, (_, index) => {
    const start = index * COARSENESS;
    return samples.subarray(start, start + COARSENESS).reduce((sum, one) => sum + one / COARSENESS, 0);
  });
}

/** The correlation of a window with itself some samples later, from -1 to 1. */
function similarity(window: Float64Array, lag: number): number {
  let product = 0;
  let before = 0;
  let behind = 0;
  for (let index = 0; index + lag < window.length; index += 1) {
    const one = window[index] ?? 0;
    const other = window[index + lag] ?? 0;
    product += one * other;
    before += one * one;
    behind += other * other;
  }
  return before * behind === 0 ? 0 : product / Math.sqrt(before * behind);
}

/** The pitch of a window, by autocorrelation; undefined if nothing repeats. */
function getPitch(window: Float64Array): number | undefined {
  const shortest = Math.floor(COARSE_RATE_HZ / 420);
  const lags = Array.from(
    { length: Math.ceil(COARSE_RATE_HZ / 55) - shortest },
    (_, index) => shortest + index,
  );
  const scores = lags.map((lag) => similarity(window, lag));
  const best = Math.max(...scores);
  // The first strong peak, because every multiple of a period repeats as well as the period itself.
  const at = scores.findIndex(
    (score, index) =>
      score > best * 0.9 && score >= (scores[index - 1] ?? 1) && score >= (scores[index + 1] ?? 1),
  );
  if (best < 0.6 || at === -1) return undefined;
  const [before = 0, peak = 0, behind = 0] = scores.slice(at - 1, at + 2);
  const offset = (before - behind) / (2 * (before - 2 * peak + behind));
  return COARSE_RATE_HZ / (shortest + at + offset);
}

/** The pitches of the loud parts, in order. */
function measurePitches(samples: Float64Array): number[] {
  const rough = downsample(samples);
  const length = WINDOW_SECONDS * COARSE_RATE_HZ;
  const found: number[] = [];
  for (let start = 0; start + length <= rough.length; start += STEP_SECONDS * COARSE_RATE_HZ) {
    const window = rough.subarray(start, start + length);
    const pitch = getPeak(window) > 0.08 ? getPitch(window) : undefined;
    if (pitch !== undefined) found.push(pitch);
  }
  return found;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/** The duration of each stretch below -60 dB, in seconds, except the first and the last. */
function findInnerSilences(samples: Float64Array): number[] {
  const spans: { start: number; end: number }[] = [];
  for (const [index, sample] of samples.entries()) {
    if (Math.abs(sample) > 0.001) continue;
    const last = spans.at(-1);
    if (last?.end === index) last.end = index + 1;
    else spans.push({ start: index, end: index + 1 });
  }
  return spans
    .filter(({ start, end }) => start > 0 && end < samples.length)
    .map(({ start, end }) => (end - start) / SAMPLE_RATE_HZ)
    .filter((seconds) => seconds > 0.12);
}

/** The pitch at the end of a text, relative to what comes before. */
function getFinalPitchRatio(text: string): number {
  const heights = measurePitches(say(text));
  return median(heights.slice(-3)) / median(heights.slice(0, -6));
}

function getMaxPitch(text: string): number {
  return Math.max(...measurePitches(say(text)));
}

describe('synthesise', () => {
  const sentence = 'My mother and her brother will be away all morning.';

  it('reports the number of samples before the first one', () => {
    for (const speed of [0.25, 1.7, 4]) {
      const speech = synthesise({ text: 'Hello, you?', voice: getVoice('alloy'), speed });
      const chunks = [...speech];
      expect(chunks.reduce((sum, chunk) => sum + chunk.length, 0)).toBe(speech.sampleCount);
    }
  });

  it('generates chunks of a tenth of a second', () => {
    const lengths = [...synthesise({ text: sentence, voice: getVoice('alloy'), speed: 0.5 })].map(
      (chunk) => chunk.length,
    );
    expect(lengths.length).toBeGreaterThan(40);
    expect(new Set(lengths.slice(0, -1))).toEqual(new Set([2400]));
  });

  it('generates the same samples each time', () => {
    const speech = synthesise({ text: 'Six fish.', voice: getVoice('alloy'), speed: 1 });
    const again = synthesise({ text: 'Six fish.', voice: getVoice('alloy'), speed: 1 });
    expect(isSame(getSamples(speech), getSamples(speech))).toBe(true);
    expect(isSame(getSamples(speech), getSamples(again))).toBe(true);
  });

  it('does not find voices that do not exist', () => {
    expect(findVoice('toString')).toBeUndefined();
    expect(findVoice('Alloy')).toBeUndefined();
    expect(VOICE_NAMES).toHaveLength(13);
  });

  it.each(VOICE_NAMES)('speaks at the pitch of %s, neither clipped nor faint', (name) => {
    const samples = say('My mother will be away.', name);
    const height = median(measurePitches(samples)) / getVoice(name).pitchHz;
    expect(height).toBeGreaterThan(0.9);
    expect(height).toBeLessThan(1.1);
    expect(decibels(getPeak(samples))).toBeGreaterThan(-6);
    expect(decibels(getPeak(samples))).toBeLessThan(-0.5);
  });

  it('falls at the end of a statement and rises at the end of a question', () => {
    expect(getFinalPitchRatio('You are going home now.')).toBeLessThan(0.9);
    expect(getFinalPitchRatio('You are going home now!')).toBeLessThan(0.9);
    expect(getFinalPitchRatio('You are going home now?')).toBeGreaterThan(1.15);
  });

  it('reaches a higher pitch in an exclamation than in a statement', () => {
    expect(getMaxPitch('We are winning now!')).toBeGreaterThan(getMaxPitch('We are winning now.') * 1.08);
  });

  it('pauses at commas, and longer at full stops', () => {
    const [comma = 0, stop = 0, ...others] = findInnerSilences(say('Yellow, yellow. Yellow?'));
    expect(comma).toBeGreaterThan(0.2);
    expect(comma).toBeLessThan(0.35);
    expect(stop).toBeGreaterThan(0.45);
    expect(others).toEqual([]);
  });

  it.each([0.25, 0.5, 2, 4])('takes proportionally less time at speed %d', (speed) => {
    const usual = synthesise({ text: sentence, voice: getVoice('echo'), speed: 1 }).sampleCount;
    const changed = synthesise({ text: sentence, voice: getVoice('echo'), speed }).sampleCount;
    expect((changed * speed) / usual).toBeGreaterThan(0.9);
    expect((changed * speed) / usual).toBeLessThan(1.1);
  });

  it.each([0.5, 2])('has the same pitch at speed %d', (speed) => {
    const height =
      median(measurePitches(say(sentence, 'echo', speed))) / median(measurePitches(say(sentence)));
    expect(height).toBeGreaterThan(0.88);
    expect(height).toBeLessThan(1.12);
  });

  it('is silent if there is nothing to speak', () => {
    expect(getPeak(say('…'))).toBe(0);
    expect(synthesise({ text: '', voice: getVoice('alloy'), speed: 1 }).sampleCount).toBeGreaterThan(0);
  });

  it('takes a small part of the duration of the speech', () => {
    const text = 'The quick brown fox jumps over the lazy dog. '.repeat(91).slice(0, 4096);
    const speech = synthesise({ text, voice: getVoice('alloy'), speed: 1 });
    let samples = 0;
    const cpuMs = measureCpuMs(() => {
      for (const chunk of speech) {
        samples += chunk.length;
        if (samples > 8 * SAMPLE_RATE_HZ) break;
      }
    });
    expect(speech.sampleCount).toBeGreaterThan(200 * SAMPLE_RATE_HZ);
    expect(cpuMs / 1_000 / (samples / SAMPLE_RATE_HZ)).toBeLessThan(0.2);
  });
});
