import { GatewayError } from '#canonical';
import { readImageFacts } from '../image-facts.js';
import { rasterise, svgDocument } from './scene.js';
import { type ImageSize } from './size.js';
import { element } from './svg.js';

/** An image that came with a request, and that is known to be readable. */
export interface Image extends ImageSize {
  bytes: Buffer;
  mediaType: string;
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  PNG: 'image/png',
  JPEG: 'image/jpeg',
  GIF: 'image/gif',
};

/** A small file can say that it is enormous; it is not unpacked to find out. */
const MAX_PIXELS = 32_000_000;

/** Takes nobody's word for what the bytes are. `param` is the name by which the client sent them. */
export async function readImage(bytes: Buffer, param: string): Promise<Image> {
  const facts = readImageFacts(bytes);
  const mediaType = MEDIA_TYPES[facts?.type ?? ''];
  if (facts === undefined || mediaType === undefined) {
    const found = facts === undefined ? 'This file is none of them.' : `This is a ${facts.type}.`;
    throw refused(param, `must be a PNG, JPEG or GIF file for the sandbox. ${found}`);
  }
  const { width, height } = facts;
  if (width * height > MAX_PIXELS) {
    throw refused(
      param,
      `has ${width}×${height} pixels; the sandbox takes at most ${MAX_PIXELS / 1_000_000} megapixels.`,
    );
  }
  const image = { bytes, mediaType, width, height };
  if (!(await isReadable(image))) throw refused(param, 'is damaged: it cannot be decoded.');
  return image;
}

/** The image over a whole canvas: scaled to cover it, and cut where it is too wide or too high. */
export function imageElement(image: Image, place: ImageSize & { x?: number; y?: number }): string {
  const { x, y, width, height } = place;
  return element('image', {
    x,
    y,
    width,
    height,
    preserveAspectRatio: 'xMidYMid slice',
    href: `data:${image.mediaType};base64,${image.bytes.toString('base64')}`,
  });
}

/**
 * The renderer leaves out what it cannot decode, and says nothing. So the image is drawn once, very small
 * and with every pixel made opaque: where that leaves nothing, there was no image.
 */
async function isReadable(image: Image): Promise<boolean> {
  const size = { width: 4, height: 4 };
  const opaque = element('feColorMatrix', { values: '1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 0 1' });
  const { data } = await rasterise(
    svgDocument(
      size,
      element('filter', { id: 'opaque', x: 0, y: 0, width: 1, height: 1 }, opaque) +
        element('g', { filter: 'url(#opaque)' }, imageElement(image, size)),
    ),
  );
  return data.some((byte) => byte > 0);
}

function refused(param: string, problem: string): GatewayError {
  return new GatewayError('invalid-value', `The file in ${param} ${problem}`, { param });
}
