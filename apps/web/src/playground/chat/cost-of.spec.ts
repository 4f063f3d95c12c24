import { describe, expect, it } from '@jest/globals';
import { costOf } from './cost-of.js';

const USAGE = {
  inputTokens: 1_000_000,
  cachedTokens: 400_000,
  outputTokens: 500_000,
  reasoningTokens: 100_000,
};

describe('the cost of a reply', () => {
  it('counts what was cached at its own price', () => {
    expect(costOf(USAGE, { inputPerMTok: 1, cachedInputPerMTok: 0.1, outputPerMTok: 4 })).toBeCloseTo(2.64);
    expect(costOf(USAGE, { inputPerMTok: 1, outputPerMTok: 4 })).toBeCloseTo(3);
  });

  it('is nothing where the price has no rate at all', () => {
    expect(costOf(USAGE, {})).toBe(0);
    expect(costOf(USAGE, { inputPerMTok: undefined, outputPerMTok: undefined })).toBe(0);
  });

  it('is unknown without prices', () => {
    expect(costOf(USAGE, undefined)).toBeUndefined();
    expect(costOf(USAGE, { inputPerMTok: 1 })).toBeUndefined();
    expect(costOf(USAGE, { cachedInputPerMTok: 1 })).toBeUndefined();
  });
});
