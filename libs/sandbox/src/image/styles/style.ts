import { type Palette } from '../palette.js';
import { type Random } from '../random.js';
import { type ImageSize } from '../size.js';

export interface Canvas extends ImageSize {
  palette: Palette;
  random: Random;
}

export interface Artwork {
  definitions: readonly string[];
  /** The colour or gradient that fills the canvas first, where it is not to be seen through. */
  ground: string;
  /** In the order of painting, what is behind first. */
  shapes: readonly string[];
}

/** A way of covering a canvas from edge to edge. */
export type Style = (canvas: Canvas) => Artwork;

/** The measure for everything that should look alike on canvases of any shape. */
export function getUnit({ width, height }: ImageSize): number {
  return Math.sqrt(width * height) / 100;
}
