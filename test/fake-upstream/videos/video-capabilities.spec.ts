import { afterEach, describe, expect, it } from '@jest/globals';
import type { JsonObject, VideoImage, VideoRequest } from '#canonical';
import { findProvider, type PermittedKey, type VideoCall } from '#providers';
import { toVideoFile, getImage, startFakeUpstream, type FakeUpstream } from '../index.js';

const KEY = 'sk-upstream-1';

const image = (prompt: string): VideoImage => ({
  kind: 'bytes',
  mediaType: 'image/png',
  base64: getImage({ prompt }).toString('base64'),
});

const OPTIONS: Readonly<Record<string, Partial<VideoRequest>>> = {
  'a text': {},
  'a size and a duration': { durationSeconds: 8, width: 1280, height: 720, user: 'u', seed: 3 },
  'an image': { images: [image('a')] },
  'a first and a last image': { images: [image('a'), image('b')] },
  references: { images: [image('a'), image('b'), image('c')] },
};

let upstream: FakeUpstream;

afterEach(() => upstream.close());

/** A provider's video operations, with an upstream that is as strict as the real one. */
async function startUpstream(name: string) {
  upstream = await startFakeUpstream({ strictFields: name === 'openai' });
  const provider = findProvider(name);
  if (!provider?.video) throw new Error(`${name} makes no videos`);
  const baseUrl = name === 'gemini' ? upstream.origin : upstream.url;
  const send = ({ method, url, headers, body }: VideoCall) =>
    fetch(url, {
      method,
      headers: { 'content-type': 'application/json', ...headers, ...provider.authorize(KEY as PermittedKey) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const ask = async (call: VideoCall) => {
    const response = await send(call);
    expect(response.status).toBe(200);
    return (await response.json()) as JsonObject;
  };
  const { video } = provider;
  const place = { baseUrl, upstreamModel: 'video-model' };
  const start = async (options: Partial<VideoRequest>) => {
    const call = video.start(toSubmission(options), place);
    return video.readStart(await ask(call), call);
  };
  return { video, place, send, ask, start };
}

const toSubmission = (options: Partial<VideoRequest>) => ({
  request: { model: 'public', prompt: 'a fox', images: [], ...options },
  idempotencyKey: 'k',
});

const ALL_OPTIONS = Object.keys(OPTIONS);

describe.each([
  ['openai', ALL_OPTIONS.slice(0, 3)],
  ['openai-compatible', ALL_OPTIONS],
  ['gemini', ALL_OPTIONS],
])('%s and its upstream', (name, options) => {
  it.each(options)('agree on %s', async (options) => {
    const { video, place, ask, send, start } = await startUpstream(name);
    const started = await start(OPTIONS[options] ?? {});
    const [madeVideo] = upstream.videos.created;
    expect(madeVideo).toMatchObject({
      id: started?.upstreamId,
      apiKey: KEY,
      model: 'video-model',
      prompt: 'a fox',
    });
    if (!started || !madeVideo) return;
    const report = video.readStatus(await ask(video.status(started, place)), started, place);
    expect(report).toMatchObject({ state: 'completed', file: { kind: 'call' } });
    if (report.file?.kind !== 'call') return;
    const file = await send(report.file.call);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(toVideoFile(madeVideo.fileName));
  });

  it.each([
    ['failed', { state: 'failed', failure: { kind: 'failed' } }],
    ['policy', { state: 'failed', failure: { kind: 'policy' } }],
    ['never', { state: 'in_progress' }],
  ] as const)('agree on the outcome %s', async (outcome, report) => {
    const { video, place, ask, start } = await startUpstream(name);
    upstream.videos.set({ outcome });
    const started = (await start({})) ?? { upstreamId: '' };
    expect(video.readStatus(await ask(video.status(started, place)), started, place)).toMatchObject(report);
  });
});

describe('OpenAI-compatible servers', () => {
  it('list what was submitted', async () => {
    const { video, place, ask, start } = await startUpstream('openai-compatible');
    const started = await start(OPTIONS['a size and a duration'] ?? {});
    expect(upstream.videos.created[0]?.idempotencyKey).toBe('k');
    const call = video.list?.(place, { images: [] });
    const list = call ? await ask(call) : {};
    expect(call && video.readList?.(list, call)).toEqual({
      videos: [
        {
          ...started,
          createdAtSeconds: Math.floor((upstream.videos.created[0]?.createdAtMs ?? 0) / 1000),
          model: 'video-model',
          prompt: 'a fox',
          durationSeconds: 8,
          size: '1280x720',
        },
      ],
    });
  });

  it('cancel videos that they store as a task', async () => {
    const { video, place, ask, start } = await startUpstream('openai-compatible');
    upstream.videos.set({ isTaskGateway: true, durationMs: 600_000 });
    const started = (await start({})) ?? { upstreamId: '' };
    const call = video.cancel?.(started, place);
    const answer = call ? await ask(call) : {};
    expect(video.readStatus(answer, started, place).failure).toMatchObject({ kind: 'cancelled' });
  });

  it('return a video as a link, which requires our key only on their own host', async () => {
    const { video, place, ask, start } = await startUpstream('openai-compatible');
    upstream.videos.set({ result: 'link' });
    const started = (await start({})) ?? { upstreamId: '' };
    const getFile = async () =>
      video.readStatus(await ask(video.status(started, place)), started, place).file;
    expect(await getFile()).toMatchObject({ kind: 'call' });
    upstream.videos.set({ linkOrigin: upstream.origin.replace('127.0.0.1', 'localhost') });
    const file = await getFile();
    expect(file?.kind).toBe('link');
    const response = await fetch(file?.kind === 'link' ? file.url : '');
    expect(response.headers.get('content-type')).toBe('video/mp4');
  });
});
