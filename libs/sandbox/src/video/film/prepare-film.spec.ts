import { describe, expect, it } from '@jest/globals';
import { encodePng } from '../../image/encode-png.js';
import { rasterise } from '../../image/rasterise.js';
import { svgDocument } from '../../image/scene.js';
import { rectangle } from '../../image/svg.js';
import { type FilmOrder, frameCountOf } from './film-order.js';
import { type Frame } from './paint-layer.js';
import { paintFrame, prepareFilm } from './prepare-film.js';

const ORDER: FilmOrder = {
  prompt: 'Paper boats race down a street',
  width: 160,
  height: 90,
  framesPerSecond: 8,
  durationSeconds: 1,
};

/** All pictures of a film, without encoding them. */
async function framesOf(order: FilmOrder): Promise<Uint32Array[]> {
  const film = await prepareFilm(order);
  const { width, height } = order;
  const frame: Frame = { width, height, pixels: new Uint32Array(width * height) };
  const frames: Uint32Array[] = [];
  for (let number = 0; number < frameCountOf(order); number += 1) {
    await paintFrame(film, number, frame);
    frames.push(Uint32Array.from(frame.pixels));
  }
  return frames;
}

/** The share of pixels of which the red differs by more than can be seen. */
function difference(first: Uint32Array, second: Uint32Array): number {
  let differing = 0;
  for (const [index, pixel] of first.entries()) {
    if (Math.abs((pixel & 0xff) - ((second[index] ?? 0) & 0xff)) > 8) differing += 1;
  }
  return differing / first.length;
}

describe('the pictures of a film', () => {
  it.each([1, 2, 3, 4, 5])('move from each to the next, with the seed %i', async (seed) => {
    const frames = await framesOf({ ...ORDER, seed });
    const steps = frames.slice(1).map((frame, index) => difference(frames[index] ?? frame, frame));
    expect(Math.min(...steps)).toBeGreaterThan(0.01);
  });

  it('leave no pixel of the frame empty', async () => {
    for (const frame of await framesOf({ ...ORDER, width: 64, height: 128 })) {
      expect(frame.every((pixel) => pixel >>> 24 > 240)).toBe(true);
    }
  });

  it('show the title line by line, and all of it before the end', async () => {
    const { title } = await prepareFilm(ORDER);
    const visibleAt = (share: number): number[] =>
      title.map(({ poseAt }) => poseAt({ share, seconds: share * ORDER.durationSeconds }).opacity);
    expect(Math.max(...visibleAt(0))).toBe(0);
    expect(visibleAt(0.25).at(0)).toBeGreaterThan(visibleAt(0.25).at(-1) ?? 1);
    expect(Math.min(...visibleAt(0.55))).toBe(1);
  });

  it('begin with the picture that was given, and leave it behind', async () => {
    const blue = svgDocument(
      { width: 8, height: 8 },
      rectangle({ x: 0, y: 0, width: 8, height: 8 }, { fill: '#0000ff' }),
    );
    const image = await encodePng(await rasterise(blue));
    const frames = await framesOf({ ...ORDER, image });
    expect(frames[0]?.every((pixel) => pixel === 0xffff0000)).toBe(true);
    expect(frames.at(-1)?.filter((pixel) => pixel === 0xffff0000)).toHaveLength(0);
  });
});
