import { describe, expect, it } from '@jest/globals';
import { closeWords } from './conversation.js';

describe('closeWords', () => {
  it.each([1000, 1001, 1006, 1008, 1009, 1011, 1012, 1013])('has a specific message for %i', (code) => {
    expect(closeWords(code)).not.toBe(closeWords(4321));
  });

  it('has a general message for other codes', () => {
    expect(closeWords(4321)).toBe('The connection was closed.');
  });
});
