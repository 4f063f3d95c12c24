import { wrongValue } from '../openai-dialect/faults.js';

export interface PixelSize {
  width: number;
  height: number;
}

const MAX_SIDE = 8192;
const MAX_PIXELS = 33_554_432;

/** The size that a request asks for; undefined where it leaves the choice to the service. */
export function parseSize(size = 'auto'): PixelSize | undefined {
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
