import { type ImageRequest } from '#canonical';
import { editImage } from './edit.js';
import { type Picture, readPicture } from './picture.js';
import { drawPartial } from './poster.js';
import { bytesOfInput } from './request.js';
import { type ImageSize, readSize } from './size.js';

/** Stands ready to draw what was asked for, as often as is wanted. */
export interface Painter {
  size: ImageSize;
  /** What was brought along to be changed. */
  pictures: readonly Picture[];
  /** Which of several, and how far it has come: from 0 to 1, which is finished. */
  paint(variation: number, progress?: number): Promise<Buffer>;
}

const LARGEST_SIDE_AS_IS = 4096;
const SMALLEST_SIDE_AS_IS = 64;

export async function preparePainter(wish: ImageRequest, prompt: string): Promise<Painter> {
  const pictures: Picture[] = [];
  for (const input of wish.images ?? [])
    pictures.push(await readPicture(await bytesOfInput(input), input.param));
  const [first, ...others] = pictures;
  return first === undefined ? posterPainter(wish, prompt) : editPainter(wish, prompt, [first, ...others]);
}

function posterPainter(wish: ImageRequest, prompt: string): Painter {
  const size = readSize(wish.size ?? 'auto');
  const background = wish.background === 'transparent' ? 'transparent' : 'opaque';
  return {
    size,
    pictures: [],
    paint: (variation, progress = 1) =>
      drawPartial({ ...size, prompt, seed: seedOf(wish), variation, background }, progress),
  };
}

/** While an edit is under way, its text is being written. */
async function editPainter(
  wish: ImageRequest,
  prompt: string,
  pictures: readonly [Picture, ...Picture[]],
): Promise<Painter> {
  const { mask: maskInput } = wish;
  const mask =
    maskInput === undefined ? undefined : await readPicture(await bytesOfInput(maskInput), maskInput.param);
  const size = editedSize(wish.size ?? 'auto', pictures[0]);
  return {
    size,
    pictures,
    paint: (variation, progress = 1) =>
      editImage({
        ...size,
        prompt: prompt.slice(0, Math.ceil(prompt.length * progress)),
        seed: seedOf(wish),
        variation,
        pictures,
        mask,
      }),
  };
}

/** Left to itself, an edit keeps the size of the picture. */
function editedSize(asked: string, { width, height }: Picture): ImageSize {
  const keepsSize =
    asked === 'auto' &&
    Math.max(width, height) <= LARGEST_SIDE_AS_IS &&
    Math.min(width, height) >= SMALLEST_SIDE_AS_IS;
  return keepsSize ? { width, height } : readSize(asked);
}

function seedOf({ extensions }: ImageRequest): number | undefined {
  const seed = extensions?.['seed'];
  return Number.isSafeInteger(seed) ? (seed as number) : undefined;
}
