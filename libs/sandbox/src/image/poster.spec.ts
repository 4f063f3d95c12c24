import { describe, expect, it } from '@jest/globals';
import { PNG } from 'pngjs';
import { type PosterOptions, composePoster, drawPartial, drawPoster } from './poster.js';
import { rasterise, sceneToSvg } from './scene.js';
import { STYLES } from './styles/styles.js';

const FOX: PosterOptions = { prompt: 'A red fox in the snow', width: 256, height: 192, variation: 0 };

describe('drawPoster', () => {
  it.each([
    [64, 64],
    [256, 192],
    [1024, 1024],
    [64, 1500],
    [1500, 64],
  ])('draws a PNG of %i×%i', async (width, height) => {
    const { width: drawnWidth, height: drawnHeight, data } = await draw({ ...FOX, width, height });
    expect([drawnWidth, drawnHeight]).toEqual([width, height]);
    expect(colorsIn(data).size).toBeGreaterThan(10);
    expect(data.every((byte, index) => index % 4 !== 3 || byte === 255)).toBe(true);
  });

  it('draws the same image for the same request, and another one for any other request', async () => {
    const first = await drawPoster(FOX);
    expect((await drawPoster({ ...FOX })).equals(first)).toBe(true);
    const others = [{ prompt: 'A red fox in the rain' }, { variation: 1 }, { seed: 7 }];
    for (const change of others) expect((await drawPoster({ ...FOX, ...change })).equals(first)).toBe(false);
  });

  it.each(['', ' ', 'x'.repeat(5000), 'words '.repeat(5000), '日本語 😀 \u0000\ud800', '<svg>&"\'</svg>'])(
    'copes with the prompt %#',
    async (prompt) => {
      expect(await draw({ ...FOX, prompt })).toMatchObject({ width: 256, height: 192 });
    },
  );

  it('has transparent corners if the background is transparent', async () => {
    const { data, width, height } = await draw({ ...FOX, background: 'transparent' });
    const corners = [0, width - 1, width * (height - 1), width * height - 1];
    expect(corners.map((pixel) => data[pixel * 4 + 3])).toEqual([0, 0, 0, 0]);
    expect(data[(width * (height / 2) + width / 2) * 4 + 3]).toBeGreaterThan(200);
  });
});

describe('composePoster', () => {
  it('writes the prompt on a panel, in a contrasting color', async () => {
    const scene = composePoster({ ...FOX, width: 512, height: 512 });
    const [panel = ''] = scene.lettering;
    const withText = await rasterise(sceneToSvg(scene));
    const without = await rasterise(sceneToSvg({ ...scene, lettering: [panel] }));
    const [x = 0, y = 0, width = 0, height = 0] = ['x', 'y', 'width', 'height'].map((name) =>
      Number(new RegExp(` ${name}="([\\d.]+)"`).exec(panel)?.[1]),
    );
    const changed = changedPixels(withText, without);
    expect(changed.length).toBeGreaterThan(1000);
    const isOutside = (point: Point): boolean =>
      point.x < x || point.x > x + width || point.y < y || point.y > y + height;
    expect(changed.filter(isOutside)).toEqual([]);
    const textColor = /stroke="#(\w{6})"/.exec(scene.lettering.join(''))?.[1] ?? '';
    expect(countColor(withText.data, textColor)).toBeGreaterThan(300);
    expect(countColor(without.data, textColor)).toBeLessThan(10);
  });

  it('has several styles', () => {
    const kinds = Array.from({ length: 20 }, (_, variation) =>
      composePoster({ ...FOX, variation }).artwork.length.toString(),
    );
    expect(new Set(kinds).size).toBeGreaterThan(STYLES.length);
  });
});

describe('drawPartial', () => {
  it('approaches the complete poster step by step', async () => {
    const poster = await draw(FOX);
    const distances: number[] = [];
    for (const progress of [0, 0.3, 0.6, 0.9, 1]) {
      const partial = PNG.sync.read(await drawPartial(FOX, progress));
      expect([partial.width, partial.height]).toEqual([256, 192]);
      distances.push(changedPixels(partial, poster).length);
    }
    expect(distances).toEqual(distances.toSorted((a, b) => b - a));
    expect(new Set(distances).size).toBe(distances.length);
    expect(distances.at(-1)).toBe(0);
  });
});

async function draw(options: PosterOptions): Promise<PNG> {
  return PNG.sync.read(await drawPoster(options));
}

interface Bitmap {
  width: number;
  data: Buffer;
}

interface Point {
  x: number;
  y: number;
}

function changedPixels(one: Bitmap, other: Bitmap): Point[] {
  const changed = [];
  for (let start = 0; start < one.data.length; start += 4) {
    if (one.data.readUInt32BE(start) === other.data.readUInt32BE(start)) continue;
    const pixel = start / 4;
    changed.push({ x: pixel % one.width, y: Math.floor(pixel / one.width) });
  }
  return changed;
}

function colorsIn(data: Buffer): Set<number> {
  const colors = new Set<number>();
  for (let start = 0; start < data.length; start += 4) colors.add(data.readUInt32BE(start));
  return colors;
}

function countColor(data: Buffer, hex: string): number {
  const expected = Number.parseInt(`${hex}ff`, 16);
  let count = 0;
  for (let start = 0; start < data.length; start += 4) if (data.readUInt32BE(start) === expected) count += 1;
  return count;
}
