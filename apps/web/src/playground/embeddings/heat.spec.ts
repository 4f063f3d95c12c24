import { describe, expect, it } from '@jest/globals';
import { toHeatColor, describeSimilarity } from './similarity.js';

describe('toHeatColor', () => {
  it('grows with the similarity up to a readable maximum', () => {
    expect(toHeatColor(0)).toContain(' 0%');
    expect(toHeatColor(0.5)).toContain(' 24%');
    expect(toHeatColor(1)).toContain(' 48%');
  });

  it('limits the similarity to the range from 0 to 1', () => {
    expect(toHeatColor(-0.7)).toBe(toHeatColor(0));
    expect(toHeatColor(1.000001)).toBe(toHeatColor(1));
  });
});

describe('describeSimilarity', () => {
  it('describes every similarity', () => {
    expect([0.95, 0.6, 0.3, -0.2].map(describeSimilarity)).toEqual([
      'very similar',
      'alike',
      'somewhat similar',
      'not similar',
    ]);
  });
});
