import { GatewayError, type ImageRequest } from '#canonical';
import { imageSizeOf, sniffMediaType } from '#media';
import { HEAD_BYTES, headOfBase64, headOfFile } from './picture-head.js';

const MEDIA_TYPES = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);
const MOST_PIXELS = 50_000_000;
const LONGEST_SIDE = 16_384;

/** Pictures are what their first bytes say. Links are looked at when they are followed. */
export async function checkInputs({ images = [], mask }: ImageRequest): Promise<void> {
  for (const input of mask === undefined ? images : [...images, mask]) {
    if (input.kind === 'url') continue;
    const head = input.kind === 'file' ? await headOfFile(input.file) : headOfBase64(input.base64);
    checkPicture(head, input.param);
  }
}

/** A small file can say that it is enormous: that is read, and nothing is unpacked to find out. Gives its media type. */
export function checkPicture(head: Buffer, param: string): string {
  const mediaType = sniffMediaType(head);
  if (mediaType === undefined || !MEDIA_TYPES.has(mediaType))
    throw unreadable(param, 'is not a PNG, JPEG, WebP or GIF picture');
  const size = imageSizeOf(head);
  if (size === undefined) {
    const isWhole = head.length < HEAD_BYTES;
    if (isWhole) throw unreadable(param, 'is damaged: it does not say how large it is');
    return mediaType;
  }
  const { width, height } = size;
  if (Math.max(width, height) > LONGEST_SIDE || width * height > MOST_PIXELS) {
    throw new GatewayError(
      'invalid-value',
      `"${param}" has ${width}×${height} pixels; at most ${MOST_PIXELS / 1_000_000} megapixels and ${LONGEST_SIDE} pixels a side are accepted.`,
      { param },
    );
  }
  return mediaType;
}

function unreadable(param: string, problem: string): GatewayError {
  return new GatewayError('invalid-value', `"${param}" ${problem}.`, { param, code: 'invalid_file_format' });
}
