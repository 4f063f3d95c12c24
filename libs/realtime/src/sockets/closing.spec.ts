import { describe, expect, it } from '@jest/globals';
import { toSendableClosing } from './closing.js';

describe('toSendableClosing', () => {
  it.each([1000, 1001, 1002, 1003, 1007, 1008, 1011, 1013, 1014, 3000, 4001, 4999])(
    'preserves %d',
    (code) => {
      expect(toSendableClosing(code, 'so').code).toBe(code);
    },
  );

  it('returns 1000 if the peer sent no code', () => {
    expect(toSendableClosing(1005, '').code).toBe(1000);
  });

  it.each([0, 999, 1004, 1006, 1015, 1016, 2999, 5000, 65_535, -1, 1000.5, Number.NaN])(
    'returns 1011 instead of %d',
    (code) => {
      expect(toSendableClosing(code, '').code).toBe(1011);
    },
  );

  it('preserves a reason of 123 bytes', () => {
    expect(toSendableClosing(1000, 'x'.repeat(123)).reason).toBe('x'.repeat(123));
  });

  it.each([
    ['one byte', 'x', 123],
    ['two bytes', 'é', 61],
    ['three bytes', '語', 41],
    ['four bytes', '🦊', 30],
  ])('truncates a long reason between characters of %s', (_size, character, count) => {
    expect(toSendableClosing(1000, character.repeat(200)).reason).toBe(character.repeat(count));
  });
});
