import { PNG } from 'pngjs';
import { bytesFrom } from './pseudo-random.js';

const SIDE_PIXELS = 4;
const BYTES_PER_PIXEL = 4;

interface PictureWish {
  prompt: string;
  /** Which of several pictures for one prompt. */
  index?: number;
  /** Which of the drafts that come before the picture. */
  draft?: number;
  /** The SHA-256 of each of the pictures that are to be changed. */
  sources?: readonly string[];
  /** The SHA-256 of the mask. */
  mask?: string;
}

/** The picture that a model makes of a prompt: a tiny PNG, another one for every other wish. */
export function pictureOf({ prompt, index = 0, draft, sources = [], mask }: PictureWish): Buffer {
  const seed = [prompt, index, draft, sources, mask];
  const picture = new PNG({ width: SIDE_PIXELS, height: SIDE_PIXELS });
  bytesFrom(seed, SIDE_PIXELS * SIDE_PIXELS * BYTES_PER_PIXEL).copy(picture.data);
  return PNG.sync.write(picture);
}
