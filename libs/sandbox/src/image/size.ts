import { GatewayError } from '#canonical';

export interface ImageSize {
  width: number;
  height: number;
}

const DEFAULT_SIZE: ImageSize = { width: 1024, height: 1024 };
const MIN_SIDE = 64;
const MAX_SIDE = 4096;

/** Parses a requested size: `auto` or `WIDTHxHEIGHT`. */
export function readSize(text: string): ImageSize {
  if (text === 'auto') return DEFAULT_SIZE;
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(text) ?? [];
  const size = { width: Number(width), height: Number(height) };
  if (!isSide(size.width) || !isSide(size.height)) {
    throw new GatewayError(
      'invalid-value',
      `The size ${JSON.stringify(text.slice(0, 40))} is not supported by the sandbox: use "auto" or "WIDTHxHEIGHT", each side from ${MIN_SIDE} to ${MAX_SIDE} pixels.`,
      { param: 'size' },
    );
  }
  return size;
}

function isSide(pixels: number): boolean {
  return pixels >= MIN_SIDE && pixels <= MAX_SIDE;
}
