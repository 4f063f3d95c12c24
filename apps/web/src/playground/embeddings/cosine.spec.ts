import { describe, expect, it } from '@jest/globals';
import { getCosine, getSimilarities } from './similarity.js';

describe('getCosine', () => {
  it('is one for the same direction with any length', () => {
    expect(getCosine([1, 2, 3], [2, 4, 6])).toBeCloseTo(1, 12);
  });

  it('is zero for unrelated directions and minus one for opposite ones', () => {
    expect(getCosine([1, 0], [0, 5])).toBe(0);
    expect(getCosine([1, -2], [-1, 2])).toBeCloseTo(-1, 12);
  });

  it('is zero if a vector has length zero', () => {
    expect(getCosine([0, 0], [1, 1])).toBe(0);
  });
});

describe('getSimilarities', () => {
  it('compares all pairs', () => {
    const [first, second] = getSimilarities([
      [1, 0],
      [1, 1],
    ]);
    expect(first?.[0]).toBeCloseTo(1, 12);
    expect(first?.[1]).toBeCloseTo(Math.SQRT1_2, 12);
    expect(second?.[0]).toBe(first?.[1]);
  });
});
