import { missing, wrongValue } from '../openai-dialect/faults.js';
import { type VideoFields } from './video-source.js';

const MIN_SIDE = 16;
const MAX_SIDE = 8_192;
const SIDES = { min: MIN_SIDE, max: MAX_SIDE };

export interface VideoSize {
  width?: number;
  height?: number;
}

/** Said as `size`, or as `width` and `height`; where both are said they have to agree. */
export function decodeSize(fields: VideoFields): VideoSize {
  const sides = decodeSides(fields);
  const size = fields.string('size');
  if (size === undefined) return sides;
  const parsed = parseSize(size);
  if (sides.width !== undefined && (sides.width !== parsed.width || sides.height !== parsed.height))
    throw wrongValue('size', 'must be the same as width and height');
  return parsed;
}

function decodeSides(fields: VideoFields): VideoSize {
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
