import { describe, expect, it } from '@jest/globals';
import { formatSpend } from './spend.js';

describe('formatSpend', () => {
  it.each([
    [{ costUsd: 0, unpriced: 0 }, '$0.00'],
    [{ costUsd: 1.5, unpriced: 0 }, '$1.50'],
    [{ costUsd: 0, unpriced: 3 }, 'Unknown'],
    [{ costUsd: 1.5, unpriced: 3 }, '$1.50 + unknown'],
  ])('shows %j as %s', (spend, text) => {
    expect(formatSpend(spend)).toBe(text);
  });
});
