export const PIXEL_SIZE = 'a size in pixels, such as 1024x1024';

const SIZE = /^[1-9]\d{0,4}x[1-9]\d{0,4}$/;

export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** Undefined where the text is no size. */
export function parsePixelSize(text: string): PixelSize | undefined {
  if (!SIZE.test(text)) return undefined;
  const [width = 0, height = 0] = text.split('x').map(Number);
  return { width, height };
}
