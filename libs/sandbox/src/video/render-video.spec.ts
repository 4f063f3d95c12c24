import { describe, expect, it } from '@jest/globals';
import { H264Decoder } from 'h264decoder';
import { readMp4 } from './__fixtures__/read-mp4.js';
import { type VideoSpec } from './render/video-spec.js';
import { renderVideo } from './render-video.js';

const SMALL: VideoSpec = {
  prompt: 'Paper boats race down a street',
  width: 96,
  height: 54,
  framesPerSecond: 10,
  durationSeconds: 1.2,
  seed: 7,
};

describe('renderVideo', () => {
  it('creates an H.264 video with the submitted size, length and frame rate', async () => {
    const progress: number[] = [];
    const video = await renderVideo(SMALL, { onProgress: (share) => progress.push(share) });
    const { imageKinds, units, ...facts } = readMp4(video);
    expect(units).toHaveLength(2 + imageKinds.length);
    expect(facts).toEqual({
      width: 96,
      height: 54,
      madeAtSeconds: 0,
      profile: 66,
      codedWidth: 96,
      codedHeight: 54,
      frameCount: 12,
      framesPerSecond: 10,
    });
    expect(imageKinds).toEqual([5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 5, 1]);
    expect(progress).toEqual(Array.from({ length: 12 }, (_, index) => (index + 1) / 12));
  });

  it('creates a moving video that an independent decoder shows, image by image', async () => {
    const { units, frameCount, codedWidth } = readMp4(await renderVideo(SMALL));
    const decoder = new H264Decoder();
    const images = units.flatMap((unit) =>
      decoder.decode(unit) === H264Decoder.PIC_RDY ? [Buffer.from(decoder.pic)] : [],
    );
    expect(images).toHaveLength(frameCount);
    expect(decoder.width).toBe(codedWidth);
    for (const [index, image] of images.entries()) {
      const luma = image.subarray(0, decoder.width * SMALL.height);
      expect(new Set(luma).size).toBeGreaterThan(16);
      if (index > 0) expect(image.equals(images[index - 1] ?? Buffer.alloc(0))).toBe(false);
    }
  });

  it('creates the same video for the same spec, and another one for another spec', async () => {
    const short = { ...SMALL, durationSeconds: 0.5 };
    const [first, second, other] = await Promise.all([
      renderVideo(short),
      renderVideo(short),
      renderVideo({ ...short, seed: 8 }),
    ]);
    expect(first.equals(second)).toBe(true);
    expect(first.equals(other)).toBe(false);
  });

  it('stops at once when aborted', async () => {
    const abort = new AbortController();
    const endless = { ...SMALL, width: 1280, height: 1280, durationSeconds: 10, framesPerSecond: 30 };
    const video = renderVideo(endless, { onProgress: () => abort.abort(), signal: abort.signal });
    await expect(video).rejects.toThrow('aborted');
    await expect(renderVideo(SMALL, { signal: abort.signal })).rejects.toThrow('aborted');
  });

  it('reports the error if there is no video', async () => {
    await expect(renderVideo({ ...SMALL, image: Buffer.from('no image') })).rejects.toThrow(
      'must be a PNG, JPEG or GIF',
    );
  });
});
