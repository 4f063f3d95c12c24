import { type Palette } from '../palette.js';
import { type Random } from '../random.js';
import { type ImageSize } from '../size.js';

export interface Canvas extends ImageSize {
  palette: Palette;
  random: Random;
}

export interface Artwork {
  definitions: readonly string[];
  /** The color or gradient of the canvas, unless the background is transparent. */
  ground: string;
  /** In painting order, from back to front. */
  shapes: readonly string[];
}

/** Artwork that covers a canvas from edge to edge. */
export type Style = (canvas: Canvas) => Artwork;

/** The unit for lengths that should look alike on canvases of any shape. */
export function getUnit({ width, height }: ImageSize): number {
  return Math.sqrt(width * height) / 100;
}
