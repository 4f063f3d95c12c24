import { readFile } from 'node:fs/promises';
import { GatewayError, type ImageInput, type ImageRequest, type JsonObject } from '#canonical';
import { type OutboundRequest } from '#egress';
import { IMAGE_CLIENTS } from '#wire';
import { editImage } from './edit.js';
import { type Image, readImage } from './image.js';
import { drawPartial } from './poster.js';
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

/** What the sandbox is asked to draw. Throws where it cannot. */
export function readImageOptions({ url, body }: OutboundRequest): ImageRequest {
  const isEdit = url.pathname.endsWith('/images/edits');
  const client = IMAGE_CLIENTS[isEdit ? 'openai-image-edits' : 'openai-images'];
  const options = client.decodeRequest(body instanceof Uint8Array ? parse(body) : body, {});
  const { outputFormat = 'png' } = options;
  if (outputFormat === 'png' || outputFormat === 'auto') return options;
  throw new GatewayError('unsupported-parameter', 'The sandbox draws PNG files only.', {
    param: 'output_format',
  });
}

async function readInputBytes(input: ImageInput): Promise<Buffer> {
  switch (input.kind) {
    case 'file':
      return readFile(input.file.path);
    case 'bytes':
      return Buffer.from(input.base64, 'base64');
    case 'url':
      throw new GatewayError(
        'unsupported-parameter',
        'The sandbox follows no links: send a data URL, or the file itself in a form.',
        { param: input.param },
      );
  }
}

function parse(body: Uint8Array): JsonObject {
  return JSON.parse(Buffer.from(body).toString('utf8')) as JsonObject;
}
