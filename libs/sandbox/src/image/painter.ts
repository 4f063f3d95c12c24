import { readFile } from 'node:fs/promises';
import { GatewayError, type ImageInput, type ImageRequest, type JsonObject } from '#canonical';
import { type OutboundRequest } from '#egress';
import { IMAGE_CLIENTS } from '#wire';
import { editImage } from './edit.js';
import { type Image, readImage } from './image.js';
import { drawPartial } from './poster.js';
import { type ImageSize, readSize } from './size.js';

/** Draws the images of one request. */
export interface Painter {
  size: ImageSize;
  /** The images that are edited. */
  images: readonly Image[];
  /** `variation` is the number of the image in the request; `progress` is from 0 to 1 (complete). */
  paint(variation: number, progress?: number): Promise<Buffer>;
}

const MAX_UNCHANGED_SIDE = 4096;
const MIN_UNCHANGED_SIDE = 64;

export async function preparePainter(options: ImageRequest, prompt: string): Promise<Painter> {
  const images: Image[] = [];
  for (const input of options.images ?? [])
    images.push(await readImage(await readInputBytes(input), input.param));
  const [first, ...others] = images;
  return first === undefined
    ? buildPosterPainter(options, prompt)
    : buildEditPainter(options, prompt, [first, ...others]);
}

function buildPosterPainter(options: ImageRequest, prompt: string): Painter {
  const size = readSize(options.size ?? 'auto');
  const background = options.background === 'transparent' ? 'transparent' : 'opaque';
  return {
    size,
    images: [],
    paint: (variation, progress = 1) =>
      drawPartial({ ...size, prompt, seed: getSeed(options), variation, background }, progress),
  };
}

/** A partial image of an edit contains the beginning of the prompt. */
async function buildEditPainter(
  options: ImageRequest,
  prompt: string,
  images: readonly [Image, ...Image[]],
): Promise<Painter> {
  const { mask: maskInput } = options;
  const mask =
    maskInput === undefined ? undefined : await readImage(await readInputBytes(maskInput), maskInput.param);
  const size = chooseEditSize(options.size ?? 'auto', images[0]);
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

/** With `auto`, an edit has the size of its image, within limits. */
function chooseEditSize(requestedSize: string, { width, height }: Image): ImageSize {
  const keepsSize =
    requestedSize === 'auto' &&
    Math.max(width, height) <= MAX_UNCHANGED_SIDE &&
    Math.min(width, height) >= MIN_UNCHANGED_SIDE;
  return keepsSize ? { width, height } : readSize(requestedSize);
}

function getSeed({ extensions }: ImageRequest): number | undefined {
  const seed = extensions?.['seed'];
  return Number.isSafeInteger(seed) ? (seed as number) : undefined;
}

/** Decodes an image request. Throws if the sandbox does not support it. */
export function decodeImageRequest({ url, body }: OutboundRequest): ImageRequest {
  const isEdit = url.pathname.endsWith('/images/edits');
  const client = IMAGE_CLIENTS[isEdit ? 'openai-image-edits' : 'openai-images'];
  const options = client.decodeRequest(body instanceof Uint8Array ? parseJson(body) : body, {});
  const { outputFormat = 'png' } = options;
  if (outputFormat === 'png' || outputFormat === 'auto') return options;
  throw new GatewayError('unsupported-parameter', 'The sandbox generates PNG files only.', {
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
        'The sandbox does not download links. Send a data URL, or upload the file as form data.',
        { param: input.param },
      );
  }
}

function parseJson(body: Uint8Array): JsonObject {
  return JSON.parse(Buffer.from(body).toString('utf8')) as JsonObject;
}
