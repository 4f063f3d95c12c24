import { describe, expect, it } from '@jest/globals';
import { PNG } from 'pngjs';
import { encodePng } from './encode-png.js';

describe('encodePng', () => {
  it('preserves every opaque pixel', async () => {
    const { pixels, straight } = makePixels(37, 11, () => 255);
    const decoded = PNG.sync.read(await encodePng(pixels));
    expect([decoded.width, decoded.height]).toEqual([37, 11]);
    expect(decoded.data.equals(straight)).toBe(true);
  });

  it('divides colors by alpha, with the precision of eight bits', async () => {
    const { pixels, straight } = makePixels(16, 16, (index) => index);
    const decoded = PNG.sync.read(await encodePng(pixels));
    // Half a step of the multiplied color, and half a step of the decoded one.
    const faults = Array.from(straight.keys()).filter((index) => {
      const tolerance = 128 / (straight[index | 3] ?? 0) + 0.5;
      return Math.abs((decoded.data[index] ?? 0) - (straight[index] ?? 0)) > tolerance;
    });
    expect(faults).toEqual([]);
    expect(decoded.data[3]).toBe(0);
  });

  it('encodes an image that is processed in several steps', async () => {
    const { pixels, straight } = makePixels(800, 1000, () => 255);
    expect(PNG.sync.read(await encodePng(pixels)).data.equals(straight)).toBe(true);
  });
});

function makePixels(width: number, height: number, getAlpha: (index: number) => number) {
  const straight = Buffer.alloc(width * height * 4);
  const data = Buffer.alloc(straight.length);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const alpha = getAlpha(pixel);
    for (let channel = 0; channel < 3; channel += 1) {
      const value = (pixel * (7 + 12 * channel)) & 255;
      straight[pixel * 4 + channel] = value;
      data[pixel * 4 + channel] = (value * alpha) / 255 + 0.5;
    }
    straight[pixel * 4 + 3] = alpha;
    data[pixel * 4 + 3] = alpha;
  }
  return { pixels: { width, height, data }, straight };
}
