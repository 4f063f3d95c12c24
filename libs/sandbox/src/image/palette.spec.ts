import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { choosePalette } from './palette.js';
import { createRandom } from './random.js';
import { PANEL_OPACITY } from './text-panel.js';

type Rgb = [number, number, number];

/** WCAG requires 4.5 for ordinary text, and 7 at its strictest level. */
const STRICTEST_CONTRAST = 7;

describe('choosePalette', () => {
  it('keeps text legible on its panel with any background', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom<Rgb>([0, 0, 0], [255, 255, 255]), (seed, behind) => {
        const { paper, ink } = choosePalette(createRandom(seed));
        expect(contrast(ink, over(paper, behind))).toBeGreaterThan(STRICTEST_CONTRAST);
        expect(contrast(paper, over(ink, behind))).toBeGreaterThan(STRICTEST_CONTRAST);
      }),
    );
  });

  it('returns the same palette for the same seed', () => {
    expect(choosePalette(createRandom('a', 1))).toEqual(choosePalette(createRandom('a', 1)));
    expect(choosePalette(createRandom('a', 1))).not.toEqual(choosePalette(createRandom('a', 2)));
  });
});

function over(hex: string, behind: Rgb): Rgb {
  return getRgb(hex).map(
    (channel, index) => channel * PANEL_OPACITY + (behind[index] ?? 0) * (1 - PANEL_OPACITY),
  ) as Rgb;
}

function contrast(hex: string, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(getRgb(hex)), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function getRgb(hex: string): Rgb {
  return [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16)) as Rgb;
}

function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((channel) =>
    channel <= 10 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
