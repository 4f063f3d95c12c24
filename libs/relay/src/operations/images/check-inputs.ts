import { GatewayError, type ImageRequest } from '#canonical';
import { getImageSize, sniffMediaType } from '#media';
import { HEAD_BYTES, toBase64Head, readFileHead } from './image-head.js';

const MEDIA_TYPES = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);
const MAX_PIXELS = 50_000_000;
const MAX_SIDE = 16_384;

/** Checks images by their first bytes. Links are checked when they are fetched. */
export async function checkInputs({ images = [], mask }: ImageRequest): Promise<void> {
  for (const input of mask === undefined ? images : [...images, mask]) {
    if (input.kind === 'url') continue;
    const head = input.kind === 'file' ? await readFileHead(input.file) : toBase64Head(input.base64);
    checkImage(head, input.param);
  }
}

/**
 * Reads the dimensions from the header, because a small file can decompress to an enormous image. Returns the media
 * type.
 */
export function checkImage(head: Buffer, param: string): string {
  const mediaType = sniffMediaType(head);
  if (mediaType === undefined || !MEDIA_TYPES.has(mediaType))
    throw unreadable(param, 'is not a PNG, JPEG, WebP or GIF image');
  const size = getImageSize(head);
  if (size === undefined) {
    const isWhole = head.length < HEAD_BYTES;
    if (isWhole) throw unreadable(param, 'is damaged: its dimensions cannot be read');
    return mediaType;
  }
  const { width, height } = size;
  if (Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS) {
    throw new GatewayError(
      'invalid-value',
      `"${param}" has ${width}×${height} pixels; the maximum is ${MAX_PIXELS / 1_000_000} megapixels and ${MAX_SIDE} pixels per side.`,
      { param },
    );
  }
  return mediaType;
}

function unreadable(param: string, problem: string): GatewayError {
  return new GatewayError('invalid-value', `"${param}" ${problem}.`, { param, code: 'invalid_file_format' });
}
