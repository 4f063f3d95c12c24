import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
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

/** Videos whose rendering the test controls. */
function createVideos(maxKeptBytes = 1000): { videos: Videos; renders: Render[] } {
  const renders: Render[] = [];
  const videos = new Videos({
    maxCachedBytes: maxKeptBytes,
    render: async ({ prompt }, options = {}) =>
      new Promise((resolve, reject) => {
        options.signal?.addEventListener('abort', () => reject(new Error('aborted')));
        renders.push({
          ...options,
          prompt,
          finish: async (sizeBytes) => yieldToEventLoop(resolve(Buffer.alloc(sizeBytes))),
          fail: async (message) => yieldToEventLoop(reject(new Error(message))),
        });
      }),
  });
  return { videos, renders };
}

describe('Videos', () => {
  it('starts a video at the first request, and reports its progress', async () => {
    const { videos, renders } = createVideos();
    expect(videos.startOrGetState('a', spec('a'))).toEqual({ kind: 'working', progress: 0 });
    renders[0]?.onProgress?.(0.4);
    expect(videos.startOrGetState('a', spec('a'))).toEqual({ kind: 'working', progress: 0.4 });
    await renders[0]?.finish(5);
    expect(videos.startOrGetState('a', spec('a'))).toEqual({ kind: 'finished', video: Buffer.alloc(5) });
    expect(await videos.loadVideo('a', spec('a'))).toHaveLength(5);
    expect(renders).toHaveLength(1);
  });

  it('renders two at once, and the others in order', async () => {
    const { videos, renders } = createVideos();
    for (const id of ['a', 'b', 'c', 'd']) videos.startOrGetState(id, spec(id));
    expect(renders.map(({ prompt }) => prompt)).toEqual(['a', 'b']);
    expect(videos.startOrGetState('c', spec('c'))).toEqual({ kind: 'waiting' });
    await renders[1]?.finish(1);
    expect(renders.map(({ prompt }) => prompt)).toEqual(['a', 'b', 'c']);
    await renders[0]?.fail('broken');
    expect(renders.map(({ prompt }) => prompt)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('caches the newest videos, and renders the others again', async () => {
    const { videos, renders } = createVideos(1000);
    for (const [index, id] of ['a', 'b', 'c'].entries()) {
      videos.startOrGetState(id, spec(id));
      await renders[index]?.finish(400);
    }
    expect(videos.startOrGetState('c', spec('c')).kind).toBe('finished');
    expect(videos.startOrGetState('b', spec('b')).kind).toBe('finished');
    expect(videos.startOrGetState('a', spec('a')).kind).toBe('working');
  });

  it('caches the newest video, however large it is', async () => {
    const { videos, renders } = createVideos(1000);
    videos.startOrGetState('a', spec('a'));
    await renders[0]?.finish(2000);
    expect(videos.startOrGetState('a', spec('a')).kind).toBe('finished');
  });

  it('reports a failure once', async () => {
    const { videos, renders } = createVideos();
    videos.startOrGetState('a', spec('a'));
    await renders[0]?.fail('out of paint');
    expect(videos.startOrGetState('a', spec('a'))).toEqual({ kind: 'failed', message: 'out of paint' });
    expect(videos.startOrGetState('a', spec('a')).kind).toBe('working');
  });

  it('renders a video again after it could not be loaded', async () => {
    const { videos, renders } = createVideos();
    const loads = Promise.allSettled([videos.loadVideo('a', spec('a')), videos.loadVideo('a', spec('a'))]);
    await renders[0]?.fail('out of paint');
    expect((await loads).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const again = videos.loadVideo('a', spec('a'));
    await renders[1]?.finish(5);
    expect(await again).toHaveLength(5);
    expect(renders).toHaveLength(2);
  });

  it('stops a cancelled video, even in the queue', async () => {
    const { videos, renders } = createVideos();
    for (const id of ['a', 'b', 'c', 'd']) videos.startOrGetState(id, spec(id));
    videos.cancel('c');
    videos.cancel('a');
    expect(renders[0]?.signal?.aborted).toBe(true);
    await yieldToEventLoop();
    expect(renders.map(({ prompt }) => prompt)).toEqual(['a', 'b', 'd']);
  });
});
