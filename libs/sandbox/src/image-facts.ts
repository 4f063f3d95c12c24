import { type ImageSize, getImageSize, sniffMediaType } from '#media';

export interface ImageFacts extends ImageSize {
  type: string;
}

const TYPES: Readonly<Record<string, string>> = {
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/gif': 'GIF',
  'image/webp': 'WebP',
};

/** What an image file says about itself in its first bytes; undefined where it is none that we know. */
export function readImageFacts(bytes: Buffer): ImageFacts | undefined {
  const type = TYPES[sniffMediaType(bytes) ?? ''];
  const size = getImageSize(bytes);
  return type === undefined || size === undefined ? undefined : { type, ...size };
}
