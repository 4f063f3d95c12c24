import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { type VideoSpec } from './render/video-spec.js';
import { Videos } from './videos.js';
import { type RenderOptions } from './render-video.js';

const spec = (prompt: string): VideoSpec => ({
  prompt,
  width: 64,
  height: 64,
  framesPerSecond: 1,
  durationSeconds: 1,
});

interface Render extends RenderOptions {
  prompt: string;
  finish(sizeBytes: number): Promise<void>;
  fail(message: string): Promise<void>;
}

/** Videos that are made by hand. */
function workshop(maxKeptBytes = 1000): { videos: Videos; renders: Render[] } {
  const renders: Render[] = [];
  const videos = new Videos({
    maxKeptBytes,
    render: async ({ prompt }, options = {}) =>
      new Promise((resolve, reject) => {
        options.signal?.addEventListener('abort', () => reject(new Error('aborted')));
        renders.push({
          ...options,
          prompt,
          finish: async (sizeBytes) => turn(resolve(Buffer.alloc(sizeBytes))),
          fail: async (message) => turn(reject(new Error(message))),
        });
      }),
  });
  return { videos, renders };
}

describe('Videos', () => {
  it('begins a video when it is first asked for, and tells how far it is', async () => {
    const { videos, renders } = workshop();
    expect(videos.getState('a', spec('a'))).toEqual({ kind: 'working', progress: 0 });
    renders[0]?.onProgress?.(0.4);
    expect(videos.getState('a', spec('a'))).toEqual({ kind: 'working', progress: 0.4 });
    await renders[0]?.finish(5);
    expect(videos.getState('a', spec('a'))).toEqual({ kind: 'finished', video: Buffer.alloc(5) });
    expect(await videos.getVideo('a', spec('a'))).toHaveLength(5);
    expect(renders).toHaveLength(1);
  });

  it('makes two at once, and the others in their order', async () => {
    const { videos, renders } = workshop();
    for (const id of ['a', 'b', 'c', 'd']) videos.getState(id, spec(id));
    expect(renders.map(({ prompt }) => prompt)).toEqual(['a', 'b']);
    expect(videos.getState('c', spec('c'))).toEqual({ kind: 'waiting' });
    await renders[1]?.finish(1);
    expect(renders.map(({ prompt }) => prompt)).toEqual(['a', 'b', 'c']);
    await renders[0]?.fail('broken');
    expect(renders.map(({ prompt }) => prompt)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('keeps the last videos, and makes the others again', async () => {
    const { videos, renders } = workshop(1000);
    for (const [index, id] of ['a', 'b', 'c'].entries()) {
      videos.getState(id, spec(id));
      await renders[index]?.finish(400);
    }
    expect(videos.getState('c', spec('c')).kind).toBe('finished');
    expect(videos.getState('b', spec('b')).kind).toBe('finished');
    expect(videos.getState('a', spec('a')).kind).toBe('working');
  });

  it('keeps the newest video, however large it is', async () => {
    const { videos, renders } = workshop(1000);
    videos.getState('a', spec('a'));
    await renders[0]?.finish(2000);
    expect(videos.getState('a', spec('a')).kind).toBe('finished');
  });

  it('tells a failure once', async () => {
    const { videos, renders } = workshop();
    videos.getState('a', spec('a'));
    await renders[0]?.fail('out of paint');
    expect(videos.getState('a', spec('a'))).toEqual({ kind: 'failed', message: 'out of paint' });
    expect(videos.getState('a', spec('a')).kind).toBe('working');
  });

  it('ends a video that nobody wants any more, also while it waits', async () => {
    const { videos, renders } = workshop();
    for (const id of ['a', 'b', 'c', 'd']) videos.getState(id, spec(id));
    videos.cancel('c');
    videos.cancel('a');
    expect(renders[0]?.signal?.aborted).toBe(true);
    await turn();
    expect(renders.map(({ prompt }) => prompt)).toEqual(['a', 'b', 'd']);
  });
});
