import { type ImageRequest, type Lost } from '#canonical';
import { wrongValue } from '../validation/faults.js';

interface PixelSize {
  width: number;
  height: number;
}

const MAX_SIDE = 8192;
const MAX_PIXELS = 33_554_432;

/** Two shapes that differ by less are the same to the eye. */
const UNSEEN_DIFFERENCE = 0.01;
/** Longer sides than these are made only where more pixels are asked for. */
const MAX_USUAL_SIDE = 1536;
const MAX_DOUBLE_SIDE = 3072;

interface ImageShape {
  aspectRatio?: string;
  /** How many pixels, roughly; absent where the usual number will do. */
  imageSize?: '2K' | '4K';
  lost: Lost<ImageRequest>[];
}

/** The size that a request asks for; undefined where it leaves the choice to the service. */
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

/** For services that make images of a few shapes only: the nearest to the size that was asked for. */
export function nearestShape(size: string | undefined, ratios: readonly string[]): ImageShape {
  const asked = parseSize(size);
  if (asked === undefined) return { lost: [] };
  const askedRatio = asked.width / asked.height;
  const distance = (ratio: string): number => Math.abs(Math.log(askedRatio / toValue(ratio)));
  const [nearest = '1:1'] = ratios.toSorted((a, b) => distance(a) - distance(b));
  const longest = Math.max(asked.width, asked.height);
  const isAsAsked = distance(nearest) < UNSEEN_DIFFERENCE;
  const reason = `the upstream makes images of a few shapes, of which ${nearest} is the nearest`;
  return {
    aspectRatio: nearest,
    ...(longest > MAX_USUAL_SIDE ? { imageSize: longest > MAX_DOUBLE_SIDE ? '4K' : '2K' } : {}),
    lost: isAsAsked ? [] : [{ field: 'size', reason }],
  };
}

function toValue(ratio: string): number {
  const [width, height] = ratio.split(':').map(Number);
  return (width ?? 1) / (height ?? 1);
}
