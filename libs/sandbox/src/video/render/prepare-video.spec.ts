import { describe, expect, it } from '@jest/globals';
import { encodePng } from '../../image/encode-png.js';
import { rasterise, svgDocument } from '../../image/scene.js';
import { rectangle } from '../../image/svg.js';
import { type Frame } from './paint-layer.js';
import { paintFrame, prepareVideo } from './prepare-video.js';
import { type VideoSpec, getFrameCount } from './video-spec.js';

const SPEC: VideoSpec = {
  prompt: 'Paper boats race down a street',
  width: 160,
  height: 90,
  framesPerSecond: 8,
  durationSeconds: 1,
};

/** All images of a video, without encoding them. */
async function getFrames(spec: VideoSpec): Promise<Uint32Array[]> {
  const video = await prepareVideo(spec);
  const { width, height } = spec;
  const frame: Frame = { width, height, pixels: new Uint32Array(width * height) };
  const frames: Uint32Array[] = [];
  for (let number = 0; number < getFrameCount(spec); number += 1) {
    await paintFrame(video, number, frame);
    frames.push(Uint32Array.from(frame.pixels));
  }
  return frames;
}

/** The share of pixels whose red differs visibly. */
function difference(first: Uint32Array, second: Uint32Array): number {
  let differing = 0;
  for (const [index, pixel] of first.entries()) {
    if (Math.abs((pixel & 0xff) - ((second[index] ?? 0) & 0xff)) > 8) differing += 1;
  }
  return differing / first.length;
}

describe('the images of a video', () => {
  it.each([1, 2, 3, 4, 5])('change from each to the next, with the seed %i', async (seed) => {
    const frames = await getFrames({ ...SPEC, seed });
    const steps = frames.slice(1).map((frame, index) => difference(frames[index] ?? frame, frame));
    expect(Math.min(...steps)).toBeGreaterThan(0.01);
  });

  it('cover every pixel of the frame', async () => {
    for (const frame of await getFrames({ ...SPEC, width: 64, height: 128 })) {
      expect(frame.every((pixel) => pixel >>> 24 > 240)).toBe(true);
    }
  });

  it('show the title line by line, and all of it before the end', async () => {
    const { title } = await prepareVideo(SPEC);
    const visibleAt = (share: number): number[] =>
      title.map(({ poseAt }) => poseAt({ share, seconds: share * SPEC.durationSeconds }).opacity);
    expect(Math.max(...visibleAt(0))).toBe(0);
    expect(visibleAt(0.25).at(0)).toBeGreaterThan(visibleAt(0.25).at(-1) ?? 1);
    expect(Math.min(...visibleAt(0.55))).toBe(1);
  });

  it('start with the given image, and dissolve it', async () => {
    const blue = svgDocument(
      { width: 8, height: 8 },
      rectangle({ x: 0, y: 0, width: 8, height: 8 }, { fill: '#0000ff' }),
    );
    const image = await encodePng(await rasterise(blue));
    const frames = await getFrames({ ...SPEC, image });
    expect(frames[0]?.every((pixel) => pixel === 0xffff0000)).toBe(true);
    expect(frames.at(-1)?.filter((pixel) => pixel === 0xffff0000)).toHaveLength(0);
  });
});
