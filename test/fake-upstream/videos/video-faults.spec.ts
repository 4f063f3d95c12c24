import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { toVideoFile, startFakeUpstream, type FakeUpstream } from '../index.js';
import type { ContentFault, CreateFault, StatusFault } from './faults.js';

const HEADERS = { authorization: 'Bearer sk-upstream-1', 'content-type': 'application/json' };
const BROKEN = 'fetch failed';

let upstream: FakeUpstream;

beforeEach(async () => {
  upstream = await startFakeUpstream();
});

afterEach(() => upstream.close());

/** Everything that a client gets to see: status and body, or that there was none. */
async function ask(path: string, init: RequestInit = {}) {
  try {
    const response = await fetch(`${upstream.url}${path}`, { headers: HEADERS, ...init });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    return { broken: (error as Error).message };
  }
}

const submission = (prompt = 'a fox', signal?: AbortSignal) =>
  ask('/videos', { method: 'POST', body: JSON.stringify({ prompt }), ...(signal && { signal }) });

async function madeVideo() {
  await submission();
  const [video] = upstream.videos.created;
  if (!video) throw new Error('no video was made');
  return video;
}

describe('a submission', () => {
  it.each<[CreateFault, object, videos: number]>([
    ['reset-before-reading', { broken: BROKEN }, 0],
    ['400', { status: 400 }, 0],
    ['429', { status: 429 }, 0],
    ['500-without-creating', { status: 500 }, 0],
    ['500-after-creating', { status: 500 }, 1],
    ['accept-then-reset', { broken: BROKEN }, 1],
    ['respond-then-reset', { broken: 'terminated' }, 1],
    ['2xx-without-id', { status: 200, text: '{"object":"video","status":"queued","progress":0}' }, 1],
    ['malformed', { status: 200 }, 1],
  ])('meets %s once', async (fault, seen, videos) => {
    upstream.videos.nextCreate(fault);
    expect(await submission()).toMatchObject(seen);
    expect(upstream.videos.created).toHaveLength(videos);
    expect(await submission()).toMatchObject({ status: 200, text: expect.stringContaining('"id":"video_') });
    expect(upstream.videos.created).toHaveLength(videos + 1);
  });

  it('is taken and never answered', async () => {
    upstream.videos.nextCreate('accept-then-hang');
    const leaving = new AbortController();
    const answer = submission('a fox', leaving.signal);
    const request = await upstream.waitForRequest(0);
    expect(upstream.videos.created).toHaveLength(1);
    leaving.abort();
    expect(await answer).toHaveProperty('broken');
    await request.aborted;
  });

  it('is refused before any fault', async () => {
    upstream.videos.nextCreate('accept-then-reset');
    expect(await submission('')).toMatchObject({ status: 400 });
    expect(upstream.videos.created).toEqual([]);
    expect(await submission()).toEqual({ broken: BROKEN });
  });

  it('cannot be read where the answer breaks off', async () => {
    upstream.videos.nextCreate('malformed');
    const { text } = await submission();
    expect(() => JSON.parse(text ?? '{}') as unknown).toThrow(SyntaxError);
  });
});

describe('a question', () => {
  it.each<[StatusFault, object]>([
    ['401', { status: 401 }],
    ['404', { status: 404 }],
    ['429', { status: 429 }],
    ['500', { status: 500 }],
    ['reset', { broken: BROKEN }],
    ['unknown-word', { status: 200, text: expect.stringContaining('"status":"marinating"') }],
    ['queued-again', { status: 200, text: expect.stringContaining('"status":"queued"') }],
  ])('meets %s as often as it is told', async (fault, seen) => {
    const { id } = await madeVideo();
    upstream.videos.nextStatus(fault, 2);
    expect(await ask(`/videos/${id}`)).toMatchObject(seen);
    expect(await ask(`/videos/${id}`)).toMatchObject(seen);
    expect(await ask(`/videos/${id}`)).toMatchObject({ text: expect.stringContaining('"completed"') });
  });
});

describe('a file', () => {
  it.each<[ContentFault, object]>([
    ['404', { status: 404 }],
    ['500', { status: 500 }],
    ['empty', { status: 200, text: '' }],
    ['html', { status: 200, text: expect.stringContaining('<html>') }],
    ['reset-half-way', { broken: 'terminated' }],
    ['wrong-bytes', { status: 200, text: expect.stringContaining('not a video') }],
  ])('meets %s once', async (fault, seen) => {
    const { id, fileName } = await madeVideo();
    upstream.videos.nextContent(fault);
    expect(await ask(`/videos/${id}/content`)).toMatchObject(seen);
    expect(await ask(`/videos/${id}/content`)).toEqual({
      status: 200,
      text: toVideoFile(fileName).toString(),
    });
  });

  it('is somewhere else, where nobody asks for a key', async () => {
    const { id, fileName } = await madeVideo();
    upstream.videos.nextContent('redirect');
    expect(await ask(`/videos/${id}/content`, { headers: HEADERS, redirect: 'manual' })).toMatchObject({
      status: 302,
    });
    upstream.videos.nextContent('redirect');
    expect(await ask(`/videos/${id}/content`)).toEqual({
      status: 200,
      text: toVideoFile(fileName).toString(),
    });
  });

  it('comes a little at a time', async () => {
    const { id, fileName } = await madeVideo();
    upstream.videos.nextContent('slow');
    const startedAt = performance.now();
    expect(await ask(`/videos/${id}/content`)).toEqual({
      status: 200,
      text: toVideoFile(fileName).toString(),
    });
    expect(performance.now() - startedAt).toBeGreaterThan(1_000);
  });

  it('begins and never ends', async () => {
    const { id } = await madeVideo();
    upstream.videos.nextContent('stall');
    const leaving = new AbortController();
    const response = await fetch(`${upstream.url}/videos/${id}/content`, {
      headers: HEADERS,
      signal: leaving.signal,
    });
    const reader = response.body?.getReader();
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
    expect(upstream.openExchanges()).toBe(1);
    leaving.abort();
    await expect(reader?.read()).rejects.toThrow('aborted');
  });
});
