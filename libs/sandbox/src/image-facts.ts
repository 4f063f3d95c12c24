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

/** The type and size in the first bytes of an image file; undefined if the type is not supported. */
export function readImageFacts(bytes: Buffer): ImageFacts | undefined {
  const type = TYPES[sniffMediaType(bytes) ?? ''];
  const size = getImageSize(bytes);
  return type === undefined || size === undefined ? undefined : { type, ...size };
}
