import { PNG } from 'pngjs';
import { bytesFrom } from './pseudo-random.js';

const SIDE_PIXELS = 4;
const BYTES_PER_PIXEL = 4;

interface ImageOptions {
  prompt: string;
  /** The index of an image if one prompt makes several. */
  index?: number;
  /** The index of a partial image. */
  draft?: number;
  /** The SHA-256 of each image to edit. */
  sources?: readonly string[];
  /** The SHA-256 of the mask. */
  mask?: string;
}

/** The image of a prompt: a tiny PNG, different for every other request. */
export function getImage({ prompt, index = 0, draft, sources = [], mask }: ImageOptions): Buffer {
  const seed = [prompt, index, draft, sources, mask];
  const image = new PNG({ width: SIDE_PIXELS, height: SIDE_PIXELS });
  bytesFrom(seed, SIDE_PIXELS * SIDE_PIXELS * BYTES_PER_PIXEL).copy(image.data);
  return PNG.sync.write(image);
}
