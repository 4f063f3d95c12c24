import { GatewayError } from '#canonical';
import { readImageFacts } from '../image-facts.js';
import { rasterise, svgDocument } from './scene.js';
import { type ImageSize } from './size.js';
import { element } from './svg.js';

/** An image of a request that can be decoded. */
export interface Image extends ImageSize {
  bytes: Buffer;
  mediaType: string;
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  PNG: 'image/png',
  JPEG: 'image/jpeg',
  GIF: 'image/gif',
};

/** A small file may declare a huge size, so a larger image is rejected without decoding it. */
const MAX_PIXELS = 32_000_000;

/** Detects the type from the bytes. `param` is the parameter that contains them. */
export async function readImage(bytes: Buffer, param: string): Promise<Image> {
  const facts = readImageFacts(bytes);
  const mediaType = MEDIA_TYPES[facts?.type ?? ''];
  if (facts === undefined || mediaType === undefined) {
    const found = facts === undefined ? 'This file is of another type.' : `This is a ${facts.type}.`;
    throw buildImageError(param, `must be a PNG, JPEG or GIF file for the sandbox. ${found}`);
  }
  const { width, height } = facts;
  if (width * height > MAX_PIXELS) {
    throw buildImageError(
      param,
      `has ${width}×${height} pixels; the sandbox accepts at most ${MAX_PIXELS / 1_000_000} megapixels.`,
    );
  }
  const image = { bytes, mediaType, width, height };
  if (!(await isDecodable(image))) throw buildImageError(param, 'is damaged: it cannot be decoded.');
  return image;
}

/** The image, scaled to cover the area and cropped. */
export function imageElement(image: Image, area: ImageSize & { x?: number; y?: number }): string {
  const { x, y, width, height } = area;
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
 * The renderer silently omits images that it cannot decode. So the image is drawn once, very small and with every
 * pixel opaque: if the result is empty, it cannot be decoded.
 */
async function isDecodable(image: Image): Promise<boolean> {
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

function buildImageError(param: string, problem: string): GatewayError {
  return new GatewayError('invalid-value', `The file in ${param} ${problem}`, { param });
}
