import { describe, expect, it } from '@jest/globals';
import { synthesisePhonemes } from './synthesise.js';
import { findVoice } from './voices.js';

/** Half the sample rate of the speech. */
const ANALYSIS_RATE_HZ = 12_000;
const ORDER = 14;

interface Complex {
  re: number;
  im: number;
}

const times = (one: Complex, other: Complex): Complex => ({
  re: one.re * other.re - one.im * other.im,
  im: one.re * other.im + one.im * other.re,
});
const minus = (one: Complex, other: Complex): Complex => ({ re: one.re - other.re, im: one.im - other.im });
const over = (one: Complex, other: Complex): Complex => {
  const size = other.re * other.re + other.im * other.im;
  return times(one, { re: other.re / size, im: -other.im / size });
};

function sustained(vowel: string): Float64Array {
  const voice = findVoice('echo');
  if (voice?.formantScale !== 1) throw new Error('The measured voice must have the formants of a man.');
  const chunks = [...synthesisePhonemes({ phonemes: `${vowel}1`, voice, speed: 0.25 })];
  return Float64Array.from(chunks.flatMap((chunk) => [...chunk]));
}

/** Every second sample, after a low-pass of windowed sinc. */
function halveRate(samples: Float64Array): Float64Array {
  const reach = 24;
  const taps = Array.from({ length: 2 * reach + 1 }, (_, index) => {
    const at = index - reach;
    const sinc = at === 0 ? 0.46 : Math.sin(Math.PI * 0.46 * at) / (Math.PI * at);
    return sinc * (0.54 + 0.46 * Math.cos((Math.PI * at) / reach));
  });
  return Float64Array.from({ length: Math.floor(samples.length / 2) }, (_, index) =>
    taps.reduce((sum, tap, at) => sum + tap * (samples[2 * index + at - reach] ?? 0), 0),
  );
}

/** The coefficients of the all-pole filter that best explains a window, by autocorrelation. */
function linearPrediction(window: Float64Array): number[] {
  const shaped = window.map(
    (sample, index) =>
      (sample - 0.97 * (window[index - 1] ?? 0)) *
      (0.54 - 0.46 * Math.cos((2 * Math.PI * index) / (window.length - 1))),
  );
  const correlation = Array.from({ length: ORDER + 1 }, (_, lag) =>
    shaped.reduce((sum, sample, index) => sum + sample * (shaped[index + lag] ?? 0), 0),
  );
  let coefficients = [1];
  let error = correlation[0] ?? 0;
  for (let order = 1; order <= ORDER; order += 1) {
    const sum = coefficients.reduce(
      (total, one, index) => total + one * (correlation[order - index] ?? 0),
      0,
    );
    const reflection = -sum / error;
    const longer = [...coefficients, 0];
    coefficients = longer.map((one, index) => one + reflection * (longer[order - index] ?? 0));
    error *= 1 - reflection * reflection;
  }
  return coefficients;
}

/** All roots at once, by Durand and Kerner. */
function buildRoots(coefficients: readonly number[]): Complex[] {
  let roots = Array.from({ length: coefficients.length - 1 }, (_, index) => ({
    re: 0.9 * Math.cos(index * 0.9 + 0.4),
    im: 0.9 * Math.sin(index * 0.9 + 0.4),
  }));
  for (let round = 0; round < 80; round += 1) {
    roots = roots.map((root, index) => {
      const value = coefficients.reduce<Complex>(
        (sum, one) => {
          const next = times(sum, root);
          return { re: next.re + one, im: next.im };
        },
        { re: 0, im: 0 },
      );
      const distance = roots.reduce(
        (product, other, at) => (at === index ? product : times(product, minus(root, other))),
        { re: 1, im: 0 },
      );
      return minus(root, over(value, distance));
    });
  }
  return roots;
}

function getFormants(window: Float64Array): number[] {
  return buildRoots(linearPrediction(window))
    .filter(({ im }) => im > 0)
    .map(({ re, im }) => ({
      frequencyHz: (Math.atan2(im, re) * ANALYSIS_RATE_HZ) / (2 * Math.PI),
      bandwidthHz: (-Math.log(Math.hypot(re, im)) * ANALYSIS_RATE_HZ) / Math.PI,
    }))
    .filter(({ frequencyHz, bandwidthHz }) => frequencyHz > 150 && bandwidthHz < 400)
    .map(({ frequencyHz }) => frequencyHz)
    .toSorted((one, other) => one - other);
}

/** The medians of the first two formants over windows of 40 ms in the middle of a vowel. */
function measure(vowel: string): { f1: number; f2: number } {
  const samples = halveRate(sustained(vowel));
  const length = 0.04 * ANALYSIS_RATE_HZ;
  const found = Array.from({ length: 11 }, (_, index) => {
    const start = Math.round(samples.length * (0.35 + index * 0.02));
    return getFormants(samples.subarray(start, start + length));
  });
  const median = (which: number): number =>
    found.map((formants) => formants[which] ?? 0).toSorted((one, other) => one - other)[5] ?? 0;
  return { f1: median(0), f2: median(1) };
}

describe('vowels', () => {
  // Means of 33 men: Peterson and Barney, Control methods used in a study of the vowels, 1952.
  it.each([
    ['i', 'IY', 270, 2290],
    ['ɪ', 'IH', 390, 1990],
    ['ɛ', 'EH', 530, 1840],
    ['æ', 'AE', 660, 1720],
    ['ɑ', 'AA', 730, 1090],
    ['ɔ', 'AO', 570, 840],
    ['ʊ', 'UH', 440, 1020],
    ['u', 'UW', 300, 870],
    ['ʌ', 'AH', 640, 1190],
    ['ɝ', 'ER', 490, 1350],
  ])('%s has the formants of a man', (_name, vowel, firstHz, secondHz) => {
    const { f1, f2 } = measure(vowel);
    expect(Math.abs(f1 / firstHz - 1)).toBeLessThan(0.15);
    expect(Math.abs(f2 / secondHz - 1)).toBeLessThan(0.15);
  });
});
