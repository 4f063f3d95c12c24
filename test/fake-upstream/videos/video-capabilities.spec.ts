import { afterEach, describe, expect, it } from '@jest/globals';
import type { JsonObject, VideoImage, VideoRequest } from '#canonical';
import { findProvider, type VideoCall } from '#providers';
import { filmFileOf, pictureOf, startFakeUpstream, type FakeUpstream } from '../index.js';

const KEY = 'sk-upstream-1';

const picture = (prompt: string): VideoImage => ({
  kind: 'bytes',
  mediaType: 'image/png',
  base64: pictureOf({ prompt }).toString('base64'),
});

const WISHES: Readonly<Record<string, Partial<VideoRequest>>> = {
  'a text': {},
  'a shape': { durationSeconds: 8, width: 1280, height: 720, user: 'u', seed: 3 },
  'a picture': { images: [picture('a')] },
  'a first and a last picture': { images: [picture('a'), picture('b')] },
  references: { images: [picture('a'), picture('b'), picture('c')] },
};

let upstream: FakeUpstream;

afterEach(() => upstream.close());

/** What a provider does with films, at an upstream that is as strict as the real one. */
async function startUpstream(name: string) {
  upstream = await startFakeUpstream({ strictFields: name === 'openai' });
  const provider = findProvider(name);
  if (!provider?.video) throw new Error(`${name} makes no films`);
  const baseUrl = name === 'gemini' ? upstream.origin : upstream.url;
  const send = ({ method, url, headers, body }: VideoCall) =>
    fetch(url, {
      method,
      headers: { 'content-type': 'application/json', ...headers, ...provider.authorize(KEY) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const ask = async (call: VideoCall) => {
    const response = await send(call);
    expect(response.status).toBe(200);
    return (await response.json()) as JsonObject;
  };
  return { video: provider.video, place: { baseUrl, upstreamModel: 'film-model' }, send, ask };
}

const orderOf = (wish: Partial<VideoRequest>) => ({
  request: { model: 'public', prompt: 'a fox', images: [], ...wish },
  idempotencyKey: 'k',
});

const EVERY_WISH = Object.keys(WISHES);

describe.each([
  ['openai', EVERY_WISH.slice(0, 3)],
  ['openai-compatible', EVERY_WISH],
  ['gemini', EVERY_WISH],
])('%s and its upstream', (name, wishes) => {
  it.each(wishes)('agree on %s', async (wish) => {
    const { video, place, ask, send } = await startUpstream(name);
    const started = video.readStart(await ask(video.start(orderOf(WISHES[wish] ?? {}), place)));
    const [film] = upstream.videos.created;
    expect(film).toMatchObject({
      id: started?.upstreamId,
      apiKey: KEY,
      model: 'film-model',
      prompt: 'a fox',
    });
    if (!started || !film) return;
    const report = video.readStatus(await ask(video.status(started, place)), started, place);
    expect(report).toMatchObject({ state: 'completed', file: { kind: 'call' } });
    if (report.file?.kind !== 'call') return;
    const file = await send(report.file.call);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(filmFileOf(film.fileName));
  });

  it.each([
    ['failed', { state: 'failed', failure: { kind: 'failed' } }],
    ['policy', { state: 'failed', failure: { kind: 'policy' } }],
    ['never', { state: 'in_progress' }],
  ] as const)('agree on the outcome %s', async (outcome, report) => {
    const { video, place, ask } = await startUpstream(name);
    upstream.videos.set({ outcome });
    const started = video.readStart(await ask(video.start(orderOf({}), place))) ?? { upstreamId: '' };
    expect(video.readStatus(await ask(video.status(started, place)), started, place)).toMatchObject(report);
  });
});

describe('servers in the style of OpenAI', () => {
  it('show in their list what was ordered', async () => {
    const { video, place, ask } = await startUpstream('openai-compatible');
    const started = video.readStart(await ask(video.start(orderOf(WISHES['a shape'] ?? {}), place)));
    expect(upstream.videos.created[0]?.idempotencyKey).toBe('k');
    const call = video.list?.(place);
    const list = call ? await ask(call) : {};
    expect(video.readList?.(list)).toEqual([
      {
        ...started,
        createdAtSeconds: Math.floor((upstream.videos.created[0]?.createdAtMs ?? 0) / 1000),
        model: 'film-model',
        prompt: 'a fox',
        durationSeconds: 8,
        size: '1280x720',
      },
    ]);
    expect(video.reachesBackTo?.(list, 0)).toBe(true);
  });

  it('cancel what they keep as a task', async () => {
    const { video, place, ask } = await startUpstream('openai-compatible');
    upstream.videos.set({ isTaskGateway: true, durationMs: 600_000 });
    const started = video.readStart(await ask(video.start(orderOf({}), place))) ?? { upstreamId: '' };
    const call = video.cancel?.(started, place);
    const answer = call ? await ask(call) : {};
    expect(video.readStatus(answer, started, place).failure).toMatchObject({ kind: 'cancelled' });
  });

  it('hide a film behind a link, which needs our key only at home', async () => {
    const { video, place, ask } = await startUpstream('openai-compatible');
    upstream.videos.set({ result: 'link' });
    const started = video.readStart(await ask(video.start(orderOf({}), place))) ?? { upstreamId: '' };
    const fileOf = async () => video.readStatus(await ask(video.status(started, place)), started, place).file;
    expect(await fileOf()).toMatchObject({ kind: 'call' });
    upstream.videos.set({ linkOrigin: upstream.origin.replace('127.0.0.1', 'localhost') });
    const file = await fileOf();
    expect(file?.kind).toBe('link');
    const response = await fetch(file?.kind === 'link' ? file.url : '');
    expect(response.headers.get('content-type')).toBe('video/mp4');
  });
});
