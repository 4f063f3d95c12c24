/**
 * A character as strokes of a pen. Paths are SVG path data in absolute commands, on a grid where capitals reach from
 * 0 down to the baseline at 20, small letters from 6.6, and descenders end at 26.
 */
export interface Glyph {
  /** The distance to the origin of the next character. */
  advance: number;
  path: string;
  /** Drawn with half the stroke width. */
  finePath?: string;
}

/** Glyphs as the tables contain them: advance, then path. */
export type GlyphTable = Readonly<Record<string, readonly [advance: number, path: string]>>;

export const CAPITAL_HEIGHT = 20;

const RADIUS = 0.5;
const CORNERS = 8;

/** A tiny polygon that the width of the stroke rounds off: a dot slightly larger than a stroke. */
export function dot(x: number, y: number): string {
  const corners = Array.from({ length: CORNERS }, (_, index) => {
    const angle = (index * 2 * Math.PI) / CORNERS;
    return `${(x + RADIUS * Math.cos(angle)).toFixed(2)} ${(y + RADIUS * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${corners.join('L')}Z`;
}
