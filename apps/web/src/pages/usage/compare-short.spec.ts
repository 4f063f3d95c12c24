import { describe, expect, it } from '@jest/globals';
import { compareShort } from './compare-short.js';

describe('compareShort', () => {
  it.each([
    [5, 4, '4 (+25%)'],
    [3, 4, '4 (−25%)'],
    [4, 4, '4 (+0%)'],
    [0, 4, '4 (−100%)'],
    [4, 0, '0'],
  ])('compares %d with %d as %s', (value, before, text) => {
    expect(compareShort(value, before, String)).toBe(text);
  });
});
