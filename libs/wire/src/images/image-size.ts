import { type ImageRequest, type LostField } from '#canonical';
import { wrongValue } from '../validation/faults.js';

interface PixelSize {
  width: number;
  height: number;
}

const MAX_SIDE = 8192;
const MAX_PIXELS = 33_554_432;

/** As the natural logarithm of the ratio. A smaller difference is not visible. */
const RATIO_TOLERANCE = 0.01;
/** In pixels. Longer sides need a larger image size. */
const MAX_DEFAULT_SIDE = 1536;
const MAX_DOUBLE_SIDE = 3072;

interface ImageShape {
  aspectRatio?: string;
  /** The approximate number of pixels; undefined for the default. */
  imageSize?: '2K' | '4K';
  lost: LostField<ImageRequest>[];
}

/** The requested size; undefined if the service may choose. */
function parseSize(size = 'auto'): PixelSize | undefined {
  const [, width, height] = /^(\d{1,9})x(\d{1,9})$/.exec(size) ?? [];
  return width === undefined ? undefined : { width: Number(width), height: Number(height) };
}

export function checkSize(size: string | undefined): void {
  if (size === undefined || size === 'auto') return;
  const pixels = parseSize(size);
  if (pixels === undefined) throw wrongValue('size', 'must be auto or WIDTHxHEIGHT, such as 1024x1536');
  const { width, height } = pixels;
  const isSide = (side: number): boolean => side >= 1 && side <= MAX_SIDE;
  if (!isSide(width) || !isSide(height))
    throw wrongValue('size', `must have sides from 1 to ${MAX_SIDE} pixels`);
  if (width * height > MAX_PIXELS) throw wrongValue('size', `must have at most ${MAX_PIXELS} pixels`);
}

/** Finds the nearest shape to the requested size, for services with few aspect ratios. */
export function findNearestShape(size: string | undefined, ratios: readonly string[]): ImageShape {
  const requested = parseSize(size);
  if (requested === undefined) return { lost: [] };
  const requestedRatio = requested.width / requested.height;
  const distance = (ratio: string): number => Math.abs(Math.log(requestedRatio / parseRatio(ratio)));
  const [nearest = '1:1'] = ratios.toSorted((a, b) => distance(a) - distance(b));
  const maxSide = Math.max(requested.width, requested.height);
  const isExact = distance(nearest) < RATIO_TOLERANCE;
  const reason = `the provider supports a few aspect ratios; ${nearest} is the nearest`;
  return {
    aspectRatio: nearest,
    ...(maxSide > MAX_DEFAULT_SIDE ? { imageSize: maxSide > MAX_DOUBLE_SIDE ? '4K' : '2K' } : {}),
    lost: isExact ? [] : [{ field: 'size', reason }],
  };
}

function parseRatio(ratio: string): number {
  const [width, height] = ratio.split(':').map(Number);
  return (width ?? 1) / (height ?? 1);
}
