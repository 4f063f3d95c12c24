import { type PixelSize } from '../policies/request-view.js';

const DEFAULT_RATIO = 16 / 9;
const LINES_4K = 2160;

/** The pixel size of one of Gemini's names, which state the shorter side; undefined for other names. */
export function parseResolution(resolution: string, aspectRatio?: string): PixelSize | undefined {
  const [, width, height] = /^(\d{2,4})x(\d{2,4})$/.exec(resolution) ?? [];
  if (width !== undefined) return { width: Number(width), height: Number(height) };
  const [, lines] = /^(\d{3,4})p$/i.exec(resolution) ?? [];
  const side = /^4k$/i.test(resolution) ? LINES_4K : Number(lines ?? 0);
  if (side === 0) return undefined;
  const ratio = getRatio(aspectRatio);
  return ratio >= 1
    ? { width: roundToEven(side * ratio), height: side }
    : { width: side, height: roundToEven(side / ratio) };
}

function getRatio(aspectRatio = ''): number {
  const [, across, down] = /^([1-9]\d?):([1-9]\d?)$/.exec(aspectRatio) ?? [];
  return across === undefined ? DEFAULT_RATIO : Number(across) / Number(down);
}

function roundToEven(pixels: number): number {
  return 2 * Math.round(pixels / 2);
}
