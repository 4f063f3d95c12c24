import { describe, expect, it } from '@jest/globals';
import { Resampler } from './microphone.js';

function tone(hertz: number, rate: number, seconds: number): Float32Array {
  return Float32Array.from({ length: rate * seconds }, (_, index) =>
    Math.sin((2 * Math.PI * hertz * index) / rate),
  );
}

function pushInChunks(resampler: Resampler, samples: Float32Array, size: number): number[] {
  const resampled: number[] = [];
  for (let start = 0; start < samples.length; start += size) {
    resampled.push(...resampler.push(samples.subarray(start, start + size)));
  }
  return resampled;
}

function getPeak(hertz: number): number {
  return Math.max(...pushInChunks(new Resampler(48_000, 24_000), tone(hertz, 48_000, 0.1), 128));
}

describe('Resampler', () => {
  it('averages two samples to halve the rate', () => {
    expect([...new Resampler(48_000, 24_000).push(Float32Array.of(0, 1, 0.5, 0.5))]).toEqual([0.5, 0.5]);
  });

  it('does not change audio of the target rate', () => {
    expect([...new Resampler(24_000, 24_000).push(Float32Array.of(0.25, -1))]).toEqual([0.25, -1]);
  });

  it.each([44_100, 48_000, 16_000])('keeps the duration of audio at %i Hz', (rate) => {
    const resampled = pushInChunks(new Resampler(rate, 24_000), tone(440, rate, 1), 128);
    expect(Math.abs(resampled.length - 24_000)).toBeLessThanOrEqual(1);
  });

  it('gives the same result for any size of chunks', () => {
    const samples = tone(440, 44_100, 0.1);
    const whole = pushInChunks(new Resampler(44_100, 24_000), samples, samples.length);
    const cut = pushInChunks(new Resampler(44_100, 24_000), samples, 77);
    expect(cut).toHaveLength(whole.length);
    cut.forEach((sample, index) => expect(sample).toBeCloseTo(whole[index] ?? Number.NaN, 4));
  });

  it('keeps speech frequencies and attenuates frequencies above the limit of the new rate', () => {
    expect(getPeak(440)).toBeGreaterThan(0.99);
    expect(getPeak(22_000)).toBeLessThan(0.2);
  });
});
