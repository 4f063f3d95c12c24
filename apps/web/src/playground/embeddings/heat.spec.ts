import { describe, expect, it } from '@jest/globals';
import { heatOf, likenessOf } from './heat.js';

describe('heatOf', () => {
  it('deepens with the similarity and stays readable', () => {
    expect(heatOf(0)).toContain(' 0%');
    expect(heatOf(0.5)).toContain(' 24%');
    expect(heatOf(1)).toContain(' 48%');
  });

  it('does not go below nothing, nor above everything', () => {
    expect(heatOf(-0.7)).toBe(heatOf(0));
    expect(heatOf(1.000001)).toBe(heatOf(1));
  });
});

describe('likenessOf', () => {
  it('has a word for every similarity', () => {
    expect([0.95, 0.6, 0.3, -0.2].map(likenessOf)).toEqual([
      'very alike',
      'alike',
      'somewhat alike',
      'hardly alike',
    ]);
  });
});
