import { type VideoRequest } from '#canonical';
import { missing, wrongValue } from '../validation/faults.js';
import { type RequestFields } from '../validation/request-fields.js';

const MIN_SIDE = 16;

const MAX_SIDE = 8_192;

const SIDES = { min: MIN_SIDE, max: MAX_SIDE };

/** Services also call 1360x768 16:9. */
const SHAPE_TOLERANCE = 0.05;

type VideoSize = Pick<VideoRequest, 'width' | 'height'>;

type VideoShape = VideoSize & Pick<VideoRequest, 'aspectRatio'>;

/** Decodes the size and the aspect ratio, which must match if both are set. */
export function decodeShape(fields: RequestFields): VideoShape {
  const size = decodeSize(fields);
  const aspectRatio = fields.string('aspect_ratio');
  if (aspectRatio === undefined) return size;
  checkShape({ ...size, aspectRatio }, 'aspect_ratio');
  return { ...size, aspectRatio };
}

/** Refuses an aspect ratio that is invalid or does not match the size. */
export function checkShape(
  { width, height, aspectRatio }: VideoSize & { aspectRatio: string },
  param: string,
): void {
  const ratio = parseRatio(aspectRatio, param);
  if (width !== undefined && height !== undefined && Math.abs(width / height / ratio - 1) > SHAPE_TOLERANCE)
    throw wrongValue(param, 'must match the size');
}

function parseRatio(aspectRatio: string, param: string): number {
  const [, width, height] = /^([1-9]\d?):([1-9]\d?)$/.exec(aspectRatio) ?? [];
  if (width === undefined) throw wrongValue(param, 'must be WIDTH:HEIGHT, such as 16:9');
  return Number(width) / Number(height);
}

/** Decodes `size` or `width` and `height`, which must match if both are set. */
function decodeSize(fields: RequestFields): VideoSize {
  const sides = decodeSides(fields);
  const size = fields.string('size');
  if (size === undefined) return sides;
  const parsed = parseSize(size);
  if (sides.width !== undefined && (sides.width !== parsed.width || sides.height !== parsed.height))
    throw wrongValue('size', 'must match width and height');
  return parsed;
}

function decodeSides(fields: RequestFields): VideoSize {
  const width = fields.integer('width', SIDES);
  const height = fields.integer('height', SIDES);
  if (width === undefined && height === undefined) return {};
  if (width === undefined) throw missing('width');
  if (height === undefined) throw missing('height');
  return { width, height };
}

function parseSize(size: string): VideoSize {
  const [, width, height] = /^(\d{1,9})x(\d{1,9})$/.exec(size) ?? [];
  if (width === undefined) throw wrongValue('size', 'must be WIDTHxHEIGHT, such as 1280x720');
  const sides = [Number(width), Number(height)];
  if (sides.some((side) => side < MIN_SIDE || side > MAX_SIDE))
    throw wrongValue('size', `must have sides from ${MIN_SIDE} to ${MAX_SIDE} pixels`);
  return { width: Number(width), height: Number(height) };
}
