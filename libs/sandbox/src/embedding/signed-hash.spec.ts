import { describe, expect, it } from '@jest/globals';
import { signedHash } from './embed-text.js';

describe('signedHash', () => {
  const hashes = Array.from({ length: 20_000 }, (_, index) => signedHash(`word ${index}`, 10));

  it('fills the dimensions evenly', () => {
    const counts = Array.from(
      { length: 10 },
      (_, dimension) => hashes.filter((hash) => hash.dimension === dimension).length,
    );
    expect(Math.min(...counts)).toBeGreaterThan(1_800);
    expect(Math.max(...counts)).toBeLessThan(2_200);
  });

  it('draws the sign independently of the dimension', () => {
    const sums = Array.from({ length: 10 }, (_, dimension) =>
      hashes.filter((hash) => hash.dimension === dimension).reduce((sum, { sign }) => sum + sign, 0),
    );
    expect(Math.max(...sums.map(Math.abs))).toBeLessThan(200);
  });
});
