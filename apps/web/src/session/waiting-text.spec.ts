import { describe, expect, it } from '@jest/globals';
import { waitingText } from './waiting-text.js';

describe('waitingText', () => {
  it.each([
    [1, '1 s'],
    [59, '59 s'],
    [60, '1 min'],
    [95, '1 min 35 s'],
    [900, '15 min'],
  ])('formats %i seconds as "%s"', (seconds, text) => {
    expect(waitingText(seconds)).toBe(text);
  });
});
