import { type ImageRequest } from '#canonical';
import { editImage } from './edit.js';
import { type Image, readImage } from './image.js';
import { drawPartial } from './poster.js';
import { readInputBytes } from './request.js';
import { type ImageSize, readSize } from './size.js';

/** Stands ready to draw what was asked for, as often as is wanted. */
export interface Painter {
  size: ImageSize;
  /** What was brought along to be changed. */
  images: readonly Image[];
  /** Which of several, and how far it has come: from 0 to 1, which is finished. */
  paint(variation: number, progress?: number): Promise<Buffer>;
}

const MAX_SIDE_AS_IS = 4096;
const MIN_SIDE_AS_IS = 64;

export async function preparePainter(options: ImageRequest, prompt: string): Promise<Painter> {
  const images: Image[] = [];
  for (const input of options.images ?? [])
    images.push(await readImage(await readInputBytes(input), input.param));
  const [first, ...others] = images;
  return first === undefined
    ? posterPainter(options, prompt)
    : editPainter(options, prompt, [first, ...others]);
}

function posterPainter(options: ImageRequest, prompt: string): Painter {
  const size = readSize(options.size ?? 'auto');
  const background = options.background === 'transparent' ? 'transparent' : 'opaque';
  return {
    size,
    images: [],
    paint: (variation, progress = 1) =>
      drawPartial({ ...size, prompt, seed: getSeed(options), variation, background }, progress),
  };
}

/** While an edit is under way, its text is being written. */
async function editPainter(
  options: ImageRequest,
  prompt: string,
  images: readonly [Image, ...Image[]],
): Promise<Painter> {
  const { mask: maskInput } = options;
  const mask =
    maskInput === undefined ? undefined : await readImage(await readInputBytes(maskInput), maskInput.param);
  const size = editedSize(options.size ?? 'auto', images[0]);
  return {
    size,
    images,
    paint: (variation, progress = 1) =>
      editImage({
        ...size,
        prompt: prompt.slice(0, Math.ceil(prompt.length * progress)),
        seed: getSeed(options),
        variation,
        images,
        mask,
      }),
  };
}

/** Left to itself, an edit keeps the size of the image. */
function editedSize(asked: string, { width, height }: Image): ImageSize {
  const keepsSize =
    asked === 'auto' &&
    Math.max(width, height) <= MAX_SIDE_AS_IS &&
    Math.min(width, height) >= MIN_SIDE_AS_IS;
  return keepsSize ? { width, height } : readSize(asked);
}

function getSeed({ extensions }: ImageRequest): number | undefined {
  const seed = extensions?.['seed'];
  return Number.isSafeInteger(seed) ? (seed as number) : undefined;
}
