import { findGlyph, placePath } from './find-glyph.js';
import { CAPITAL_HEIGHT } from './glyph.js';

/** Room between characters beyond what they bring along. */
const TRACKING = 0.6;

/** The pen's width as a share of the height of a capital. */
const WEIGHT = 0.115;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What a reader counts as one character, be it one code point or several. */
export function toCharacters(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** How wide a text is, in heights of a capital. */
export function toWidth(text: string): number {
  const advances = toCharacters(text).map((character) => findGlyph(character).advance + TRACKING);
  return advances.reduce((sum, advance) => sum + advance, 0) / CAPITAL_HEIGHT;
}

export interface LineOptions {
  x: number;
  /** Where the capitals stand. */
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
  for (const character of toCharacters(text)) {
    const glyph = findGlyph(character);
    const placement = { x: left + (TRACKING * scale) / 2, y: top, scale };
    path += placePath(glyph.path, placement);
    finePath += placePath(glyph.finePath ?? '', placement);
    left += (glyph.advance + TRACKING) * scale;
  }
  const penWidth = capitalHeight * WEIGHT;
  return drawStrokes(path, penWidth, color) + drawStrokes(finePath, penWidth / 2, color);
}

function drawStrokes(path: string, width: number, color: string): string {
  if (path === '') return '';
  return `<path d="${path}" fill="none" stroke="${color}" stroke-width="${width.toFixed(2)}" stroke-linecap="round" stroke-linejoin="round"/>`;
}
