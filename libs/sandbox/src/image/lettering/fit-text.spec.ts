import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { fitText } from './fit-text.js';
import { measureWidth } from './text-line.js';

const ROOM = { width: 400, height: 200, largest: 40, smallest: 8 };

describe('fitText', () => {
  it('writes a short text large and on one line', () => {
    expect(fitText('A fox', ROOM)).toEqual({ lines: ['A fox'], capitalHeight: 40 });
  });

  it('breaks a longer text between words, into even lines', () => {
    const { lines, capitalHeight } = fitText('a lantern on the quiet river that runs past the town', ROOM);
    expect(lines.join(' ')).toBe('a lantern on the quiet river that runs past the town');
    expect(lines.length).toBeGreaterThan(1);
    expect(capitalHeight).toBeGreaterThan(ROOM.smallest);
    const widths = lines.map(measureWidth);
    expect(Math.min(...widths) / Math.max(...widths)).toBeGreaterThan(0.6);
  });

  it('ends a text that is too long with an ellipsis', () => {
    const { lines, capitalHeight } = fitText('many words, '.repeat(10_000), ROOM);
    expect(capitalHeight).toBe(ROOM.smallest);
    expect(lines.join(' ')).toMatch(/^many words, many words, .*[a-z]…$/);
  });

  it('breaks a word that is wider than a line', () => {
    const { lines } = fitText('x'.repeat(100), ROOM);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join('')).toBe('x'.repeat(100));
  });

  it('has no lines for a text without visible characters', () => {
    expect(fitText(' \n\u200b\t ', ROOM).lines).toEqual([]);
  });

  it('never exceeds its box', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.integer({ min: 60, max: 600 }),
        fc.integer({ min: 10, max: 300 }),
        (text, width, height) => {
          const { lines, capitalHeight } = fitText(text, { ...ROOM, width, height });
          for (const line of lines)
            expect(measureWidth(line) * capitalHeight).toBeLessThanOrEqual(width + 1e-6);
          const used = capitalHeight * (1 + 1.75 * (lines.length - 1));
          expect(used).toBeLessThanOrEqual(Math.max(height, capitalHeight) + 1e-6);
        },
      ),
      { numRuns: 40 },
    );
  });
});
