/**
 * A character as a pen draws it. Paths are SVG path data in absolute commands, on a grid where capitals
 * reach from 0 down to the baseline at 20, small letters from 6.6, and descenders end at 26.
 */
export interface Glyph {
  /** From this character's origin to the next one's. */
  advance: number;
  path: string;
  /** Drawn with half the weight. */
  finePath?: string;
}

/** How glyphs are written down in the tables: advance, then path. */
export type GlyphTable = Readonly<Record<string, readonly [advance: number, path: string]>>;

export const CAPITAL_HEIGHT = 20;
