import { describe, expect, it } from '@jest/globals';
import { A_LAW_SAMPLES, MU_LAW_SAMPLES, aLawCode, muLawCode } from './audio-format.js';

const ALL_CODES = Array.from({ length: 256 }, (_, code) => code);

describe('G.711', () => {
  it.each([
    [0x00, -32_124],
    [0x01, -31_100],
    [0x0f, -16_764],
    [0x10, -15_996],
    [0x7e, -8],
    [0x7f, 0],
    [0x80, 32_124],
    [0xe0, 372],
    [0xf0, 120],
    [0xfe, 8],
    [0xff, 0],
  ])('decodes the µ-law code %i', (code, sample) => {
    expect(MU_LAW_SAMPLES[code]).toBe(sample);
  });

  it.each([
    [0x00, -5504],
    [0x2a, -32_256],
    [0x55, -8],
    [0x54, -24],
    [0x80, 5504],
    [0xaa, 32_256],
    [0xd5, 8],
    [0xd4, 24],
    [0xc5, 264],
  ])('decodes the A-law code %i', (code, sample) => {
    expect(A_LAW_SAMPLES[code]).toBe(sample);
  });

  it('encodes every sample to its code', () => {
    expect(ALL_CODES.map((code) => aLawCode(A_LAW_SAMPLES[code] ?? 0))).toEqual(ALL_CODES);
    // There are two codes for zero.
    expect(ALL_CODES.map((code) => muLawCode(MU_LAW_SAMPLES[code] ?? 0))).toEqual(
      ALL_CODES.map((code) => (code === 0x7f ? 0xff : code)),
    );
  });

  it.each([
    ['µ-law', MU_LAW_SAMPLES, muLawCode],
    ['A-law', A_LAW_SAMPLES, aLawCode],
  ] as const)('is never further off than half a step (%s)', (_name, samples, encodeSample) => {
    const tooFarOff = Array.from({ length: 65_536 }, (_, index) => index - 32_768).filter(
      (sample) => Math.abs((samples[encodeSample(sample)] ?? 0) - sample) > (Math.abs(sample) + 512) / 31,
    );
    expect(tooFarOff).toEqual([]);
  });
});
