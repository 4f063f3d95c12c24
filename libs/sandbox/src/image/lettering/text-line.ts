import { findGlyph, transformPath } from './find-glyph.js';
import { CAPITAL_HEIGHT } from './glyph.js';

/** The space between characters in addition to their advance. */
const LETTER_SPACING = 0.6;

/** The stroke width in heights of a capital. */
const STROKE_WEIGHT = 0.115;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The characters that a reader counts, each of which may have several code points. */
export function splitCharacters(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** The width of a text in heights of a capital. */
export function measureWidth(text: string): number {
  const advances = splitCharacters(text).map((character) => findGlyph(character).advance + LETTER_SPACING);
  return advances.reduce((sum, advance) => sum + advance, 0) / CAPITAL_HEIGHT;
}

export interface LineOptions {
  x: number;
  /** The y coordinate on which the capitals stand. */
  baseline: number;
  capitalHeight: number;
  color: string;
}

/** One line of text, as SVG. */
export function drawLine(text: string, { x, baseline, capitalHeight, color }: LineOptions): string {
  const scale = capitalHeight / CAPITAL_HEIGHT;
  const top = baseline - capitalHeight;
  let left = x;
  let path = '';
  let finePath = '';
  for (const character of splitCharacters(text)) {
    const glyph = findGlyph(character);
    const placement = { x: left + (LETTER_SPACING * scale) / 2, y: top, scale };
    path += transformPath(glyph.path, placement);
    finePath += transformPath(glyph.finePath ?? '', placement);
    left += (glyph.advance + LETTER_SPACING) * scale;
  }
  const strokeWidth = capitalHeight * STROKE_WEIGHT;
  return drawStrokes(path, strokeWidth, color) + drawStrokes(finePath, strokeWidth / 2, color);
}

function drawStrokes(path: string, width: number, color: string): string {
  if (path === '') return '';
  return `<path d="${path}" fill="none" stroke="${color}" stroke-width="${width.toFixed(2)}" stroke-linecap="round" stroke-linejoin="round"/>`;
}
