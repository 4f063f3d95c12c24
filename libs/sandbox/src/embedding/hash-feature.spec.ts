import { describe, expect, it } from '@jest/globals';
import { hashFeature } from './embed-text.js';

describe('hashFeature', () => {
  const hashes = Array.from({ length: 20_000 }, (_, index) => hashFeature(`word ${index}`, 10));

  it('distributes features evenly over the dimensions', () => {
    const counts = Array.from(
      { length: 10 },
      (_, dimension) => hashes.filter((hash) => hash.dimension === dimension).length,
    );
    expect(Math.min(...counts)).toBeGreaterThan(1_800);
    expect(Math.max(...counts)).toBeLessThan(2_200);
  });

  it('chooses the sign independently of the dimension', () => {
    const sums = Array.from({ length: 10 }, (_, dimension) =>
      hashes.filter((hash) => hash.dimension === dimension).reduce((sum, { sign }) => sum + sign, 0),
    );
    expect(Math.max(...sums.map(Math.abs))).toBeLessThan(200);
  });
});
