import { describe, expect, it } from '@jest/globals';
import { getCost } from './get-cost.js';

const USAGE = {
  inputTokens: 1_000_000,
  cachedTokens: 400_000,
  outputTokens: 500_000,
  reasoningTokens: 100_000,
};

describe('the cost of a reply', () => {
  it('counts what was cached at its own price', () => {
    expect(getCost(USAGE, { inputPerMTok: 1, cachedInputPerMTok: 0.1, outputPerMTok: 4 })).toBeCloseTo(2.64);
    expect(getCost(USAGE, { inputPerMTok: 1, outputPerMTok: 4 })).toBeCloseTo(3);
  });

  it('is nothing where the price has no rate at all', () => {
    expect(getCost(USAGE, {})).toBe(0);
    expect(getCost(USAGE, { inputPerMTok: undefined, outputPerMTok: undefined })).toBe(0);
  });

  it('is unknown without prices', () => {
    expect(getCost(USAGE, undefined)).toBeUndefined();
    expect(getCost(USAGE, { inputPerMTok: 1 })).toBeUndefined();
    expect(getCost(USAGE, { cachedInputPerMTok: 1 })).toBeUndefined();
  });
});
