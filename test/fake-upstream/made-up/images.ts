import { PNG } from 'pngjs';
import { bytesFrom } from './pseudo-random.js';

const SIDE_PIXELS = 4;
const BYTES_PER_PIXEL = 4;

interface ImageOptions {
  prompt: string;
  /** Which of several images for one prompt. */
  index?: number;
  /** Which of the drafts that come before the image. */
  draft?: number;
  /** The SHA-256 of each of the images that are to be changed. */
  sources?: readonly string[];
  /** The SHA-256 of the mask. */
  mask?: string;
}

/** The image that a model makes of a prompt: a tiny PNG, another one for every other request. */
export function getImage({ prompt, index = 0, draft, sources = [], mask }: ImageOptions): Buffer {
  const seed = [prompt, index, draft, sources, mask];
  const image = new PNG({ width: SIDE_PIXELS, height: SIDE_PIXELS });
  bytesFrom(seed, SIDE_PIXELS * SIDE_PIXELS * BYTES_PER_PIXEL).copy(image.data);
  return PNG.sync.write(image);
}
