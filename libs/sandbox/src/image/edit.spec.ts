import { beforeAll, describe, expect, it } from '@jest/globals';
import { PNG } from 'pngjs';
import { editImage, type EditOptions } from './edit.js';
import { type Image, readImage } from './image.js';

type Rgba = [number, number, number, number];

const SIZE = 128;
const RADIUS = 40;
const RED: Rgba = [0xd0, 0x20, 0x30, 255];
const BLUE: Rgba = [0x20, 0x40, 0xd0, 255];

/** Red on the left, blue on the right. */
const HALVES_JPEG =
  '/9j/4AAQSkZJRgABAgAAAQABAAD/2wBDAAgGBgcGBwgICAgICAkJCQoKCgkJCQkKCgoKCgoMDAwKCgoKCgoKDAwMDA0ODQ0NDA0ODg8PDxISEREVFRUZGR//xABOAAEBAQAAAAAAAAAAAAAAAAAABAYBAQEBAAAAAAAAAAAAAAAAAAAHBRABAAAAAAAAAAAAAAAAAAAAABEBAAAAAAAAAAAAAAAAAAAAAP/AABEIACAAIAMBEgACEgADEgD/2gAMAwEAAhEDEQA/AMoMkVcAAQCyCGgAC8RsXIAAQCyCGgAD/9k=';
const HALVES_GIF = Buffer.from(
  '47494638396102000100800000d020302040d02c0000000002000100000202440a003b',
  'hex',
).toString('base64');
const HALVES_WEBP =
  'UklGRlgAAABXRUJQVlA4IEwAAAAwBACdASogACAAPo02lkelIqIhN/VYAKARiWQAxQdK+AfIByAADbOQyAAA/u2QP6xVOn/9JsJ3J31UvULorwY9rvsi7YVlz42QAAAA';

describe('editImage', () => {
  let photo: Image;
  let request: EditOptions;

  beforeAll(async () => {
    photo = await getImage(SIZE, SIZE, (x, y) => [x * 2, y * 2, (x * y) & 255, 255]);
    request = { prompt: 'Add a balloon', images: [photo], width: SIZE, height: SIZE, variation: 0 };
  });

  it('repaints the hole of the mask and no other pixel', async () => {
    const mask = await getImage(SIZE, SIZE, (x, y) => [0, 0, 0, inHole(x, y) ? 0 : 255]);
    const [edited, original] = [await edit({ ...request, mask }), PNG.sync.read(photo.bytes)];
    const changed = Array.from({ length: SIZE * SIZE }, (_, pixel) => pixel).filter(
      (pixel) => edited.data.readUInt32BE(pixel * 4) !== original.data.readUInt32BE(pixel * 4),
    );
    expect(changed.filter((pixel) => !inHole(pixel % SIZE, Math.floor(pixel / SIZE)))).toEqual([]);
    expect(changed.length).toBeGreaterThan(0.95 * Math.PI * RADIUS ** 2);
  });

  it('blends where the mask is half transparent', async () => {
    const white = await getImage(SIZE, SIZE, () => [255, 255, 255, 255]);
    const [half, none] = [await getMask(128), await getMask(0)];
    const blended = pixelAt(await edit({ ...request, images: [white], mask: half }), 5, 5);
    const painted = pixelAt(await edit({ ...request, images: [white], mask: none }), 5, 5);
    const halfWay = painted.map((channel) => (channel + 255) / 2) as Rgba;
    expect(distance(blended, halfWay)).toBeLessThanOrEqual(2);
    expect(distance(painted, [255, 255, 255, 255])).toBeGreaterThan(10);
  });

  it('returns the image unchanged if the mask has no hole', async () => {
    const edited = await edit({ ...request, mask: await getMask(255) });
    expect(edited.data.equals(PNG.sync.read(photo.bytes).data)).toBe(true);
  });

  it('scales image and mask together', async () => {
    const mask = await getImage(SIZE, SIZE, (x) => [0, 0, 0, x < SIZE / 2 ? 255 : 0]);
    const white = await getImage(SIZE, SIZE, () => [255, 255, 255, 255]);
    const edited = await edit({ ...request, images: [white], mask, width: 256, height: 200 });
    expect([edited.width, edited.height]).toEqual([256, 200]);
    expect(pixelAt(edited, 120, 100)).toEqual([255, 255, 255, 255]);
    expect(pixelAt(edited, 140, 5)).not.toEqual([255, 255, 255, 255]);
  });

  it('rejects a mask of another size', async () => {
    const mask = await getImage(SIZE, SIZE - 1, () => [0, 0, 0, 0]);
    await expect(editImage({ ...request, mask })).rejects.toMatchObject({
      kind: 'invalid-value',
      param: 'mask',
      message: expect.stringContaining('128×127'),
    });
  });

  it('writes the prompt across an image without a mask, and shows the other images as insets', async () => {
    const [alone, again] = [await edit(request), await edit(request)];
    expect(alone.data.equals(again.data)).toBe(true);
    const original = PNG.sync.read(photo.bytes);
    expect(pixelAt(alone, 64, 20)).toEqual(pixelAt(original, 64, 20));
    expect(pixelAt(alone, 2, 120)).not.toEqual(pixelAt(original, 2, 120));

    const red = await getImage(20, 10, () => RED);
    const withInset = await edit({ ...request, images: [photo, red] });
    expect(pixelAt(withInset, 64, 20)).toEqual(RED);
    expect(withInset.data.equals(alone.data)).toBe(false);
  });

  it.each([
    ['JPEG', HALVES_JPEG],
    ['GIF', HALVES_GIF],
  ])('supports %s', async (_type, base64) => {
    const halves = await readImage(Buffer.from(base64, 'base64'), 'image');
    const edited = await edit({ ...request, images: [halves] });
    expect(distance(pixelAt(edited, 10, 10), RED)).toBeLessThan(24);
    expect(distance(pixelAt(edited, 118, 10), BLUE)).toBeLessThan(24);
  });
});

describe('readImage', () => {
  it.each([
    ['a WebP', HALVES_WEBP, 'This is a WebP.'],
    [
      'an SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64'),
      'of another type',
    ],
  ])('rejects %s', async (_name, base64, reason) => {
    await expect(readImage(Buffer.from(base64, 'base64'), 'image')).rejects.toMatchObject({
      kind: 'invalid-value',
      param: 'image',
      message: expect.stringContaining(reason),
    });
  });

  it('rejects an image that would be huge when decoded', async () => {
    const { bytes } = await getImage(4, 4, () => RED);
    bytes.writeUInt32BE(60_000, 16);
    bytes.writeUInt32BE(60_000, 20);
    await expect(readImage(bytes, 'mask')).rejects.toMatchObject({
      param: 'mask',
      message: expect.stringContaining('60000×60000'),
    });
  });

  it('rejects a truncated file', async () => {
    const { bytes } = await getImage(SIZE, SIZE, (x, y) => [x * 3, y * 5, x ^ y, 255]);
    await expect(readImage(bytes.subarray(0, bytes.length / 2), 'image')).rejects.toMatchObject({
      kind: 'invalid-value',
      message: 'The file in image is damaged: it cannot be decoded.',
    });
  });

  it('distinguishes an empty image from a damaged one', async () => {
    expect(await getMask(0)).toMatchObject({ mediaType: 'image/png', width: SIZE, height: SIZE });
  });
});

function inHole(x: number, y: number): boolean {
  return (x - 70) ** 2 + (y - 60) ** 2 < RADIUS ** 2;
}

async function edit(options: EditOptions): Promise<PNG> {
  return PNG.sync.read(await editImage(options));
}

async function getImage(
  width: number,
  height: number,
  colorAt: (x: number, y: number) => Rgba,
): Promise<Image> {
  const png = new PNG({ width, height });
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) png.data.set(colorAt(x, y), (y * width + x) * 4);
  }
  return readImage(PNG.sync.write(png, { filterType: 0 }), 'image');
}

async function getMask(alpha: number): Promise<Image> {
  return getImage(SIZE, SIZE, () => [0, 0, 0, alpha]);
}

function pixelAt(png: PNG, x: number, y: number): number[] {
  const start = (y * png.width + x) * 4;
  return [...png.data.subarray(start, start + 4)];
}

/** Of the channel with the largest difference. */
function distance(actual: readonly number[], expected: Rgba): number {
  return Math.max(...expected.map((channel, index) => Math.abs(channel - (actual[index] ?? 0))));
}
