import { type ImageRequest, type Lost } from '#canonical';
import { parseSize } from './size.js';

/** Two shapes that differ by less are the same to the eye. */
const UNSEEN_DIFFERENCE = 0.01;
/** Longer sides than these are made only where more pixels are asked for. */
const MAX_USUAL_SIDE = 1536;
const MAX_DOUBLE_SIDE = 3072;

export interface ImageShape {
  aspectRatio?: string;
  /** How many pixels, roughly; absent where the usual number will do. */
  imageSize?: '2K' | '4K';
  lost: Lost<ImageRequest>[];
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
