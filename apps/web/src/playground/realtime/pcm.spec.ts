import { describe, expect, it } from '@jest/globals';
import { fromPcm, toPcm } from './pcm.js';

describe('toPcm', () => {
  it('writes 16-bit little-endian samples', () => {
    expect([...toPcm(Float32Array.of(0, 1, -1, 0.5))]).toEqual([0, 0, 0xff, 0x7f, 0x01, 0x80, 0x00, 0x40]);
  });

  it('clips samples outside the range from -1 to 1', () => {
    expect([...toPcm(Float32Array.of(1.5, -7))]).toEqual([...toPcm(Float32Array.of(1, -1))]);
  });
});

describe('fromPcm', () => {
  it('reads what toPcm wrote, with 16-bit precision', () => {
    const samples = Float32Array.of(0, 0.25, -0.75, 0.999);
    fromPcm(toPcm(samples)).forEach((sample, index) => expect(sample).toBeCloseTo(samples[index] ?? 0, 4));
  });

  it('reads from the middle of a buffer, and ignores half a sample', () => {
    const bytes = Uint8Array.of(9, 0xff, 0x7f, 1).subarray(1);
    expect([...fromPcm(bytes)]).toEqual([1]);
  });
});
