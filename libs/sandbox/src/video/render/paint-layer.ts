import { type ImageSize } from '../../image/size.js';
import { type Layer } from './layer.js';

/** An opaque image of the video while it is painted. */
export interface Frame extends ImageSize {
  pixels: Uint32Array;
}

/** The position of a layer at a moment. */
export interface Pose {
  /** The offset in pixels, which may be fractional. */
  x: number;
  y: number;
  /** Relative to the center of the frame. */
  scale: number;
  opacity: number;
}

export const AT_REST: Pose = { x: 0, y: 0, scale: 1, opacity: 1 };

/** The pixels of a layer that a row or column of the frame shows. */
interface Samples {
  /** The first and last pixel of the frame that the layer covers, the latter exclusive. */
  from: number;
  to: number;
  /** For each of those, the first of the two layer pixels around it, and the share of the second, of 256. */
  indexes: Int32Array;
  shares: Int32Array;
}

// Called for every byte of every image, so it is not looked up each time.
const { imul } = Math;

/** Two of the four bytes of a pixel. Both can be multiplied at once, because there is space between them. */
const EVEN = 0x00ff00ff;
const ODD = 0xff00ff00;
const WHOLE = 256;

/** Paints the layer over the frame. */
export function paintLayer(frame: Frame, layer: Layer, pose: Pose): void {
  const opacity = Math.round(pose.opacity * WHOLE);
  if (opacity === 0) return;
  const columns = sample(frame.width, layer.width, layer.x + pose.x, pose.scale);
  const rows = sample(frame.height, layer.height, layer.y + pose.y, pose.scale);
  for (let y = rows.from; y < rows.to; y += 1) {
    const above = (rows.indexes[y - rows.from] ?? 0) * layer.width;
    const below = Math.min(above + layer.width, (layer.height - 1) * layer.width);
    const share = rows.shares[y - rows.from] ?? 0;
    paintRow(frame, y, layer, { above, below, share, columns, opacity });
  }
}

function sample(frameLength: number, layerLength: number, offset: number, scale: number): Samples {
  const middle = frameLength / 2;
  const start = middle + (offset - middle) * scale;
  const from = Math.max(0, Math.ceil(start));
  const to = Math.max(from, Math.min(frameLength, Math.floor(start + layerLength * scale)));
  const indexes = new Int32Array(to - from);
  const shares = new Int32Array(to - from);
  for (let index = 0; index < indexes.length; index += 1) {
    const position = Math.max(0, (from + index + 0.5 - start) / scale - 0.5);
    indexes[index] = Math.min(layerLength - 1, Math.floor(position));
    shares[index] = Math.round((position - Math.floor(position)) * WHOLE);
  }
  return { from, to, indexes, shares };
}

interface RowSource {
  above: number;
  below: number;
  share: number;
  columns: Samples;
  opacity: number;
}

function paintRow(frame: Frame, y: number, layer: Layer, source: RowSource): void {
  const { above, below, share, columns, opacity } = source;
  const { pixels } = layer;
  const last = layer.width - 1;
  for (let x = columns.from; x < columns.to; x += 1) {
    const left = columns.indexes[x - columns.from] ?? 0;
    const right = left < last ? left + 1 : last;
    const across = columns.shares[x - columns.from] ?? 0;
    const upper = mix(pixels[above + left] ?? 0, pixels[above + right] ?? 0, across);
    const lower = mix(pixels[below + left] ?? 0, pixels[below + right] ?? 0, across);
    const mixed = mix(upper, lower, share);
    const paint = opacity === WHOLE ? mixed : dim(mixed, opacity);
    const alpha = paint >>> 24;
    if (alpha === 0) continue;
    const target = y * frame.width + x;
    const uncovered = WHOLE - alpha - (alpha >>> 7);
    frame.pixels[target] = paint + dim(frame.pixels[target] ?? 0, uncovered);
  }
}

/** Interpolates each byte of two pixels. */
function mix(first: number, second: number, share: number): number {
  const rest = WHOLE - share;
  const even = (imul(first & EVEN, rest) + imul(second & EVEN, share)) >>> 8;
  const odd = imul((first >>> 8) & EVEN, rest) + imul((second >>> 8) & EVEN, share);
  return (even & EVEN) | (odd & ODD);
}

function dim(pixel: number, share: number): number {
  return ((imul(pixel & EVEN, share) >>> 8) & EVEN) | (imul((pixel >>> 8) & EVEN, share) & ODD);
}
