import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startFakeUpstream, type FakeUpstream } from '../index.js';
import type { CreateFault } from './faults.js';

const HEADERS = { authorization: 'Bearer sk-upstream-1', 'content-type': 'application/json' };
const BROKEN = 'fetch failed';

let upstream: FakeUpstream;

beforeEach(async () => {
  upstream = await startFakeUpstream();
});

afterEach(() => upstream.close());

/** Everything that a client receives: status and body, or no response. */
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
  ])('has the fault %s once', async (fault, seen, videos) => {
    upstream.videos.nextCreate(fault);
    expect(await submission()).toMatchObject(seen);
    expect(upstream.videos.created).toHaveLength(videos);
    expect(await submission()).toMatchObject({ status: 200, text: expect.stringContaining('"id":"video_') });
    expect(upstream.videos.created).toHaveLength(videos + 1);
  });

  it('is accepted without a response', async () => {
    upstream.videos.nextCreate('accept-then-hang');
    const leaving = new AbortController();
    const answer = submission('a fox', leaving.signal);
    const request = await upstream.waitForRequest(0);
    expect(upstream.videos.created).toHaveLength(1);
    leaving.abort();
    expect(await answer).toHaveProperty('broken');
    await request.aborted;
  });

  it('is rejected before any fault', async () => {
    upstream.videos.nextCreate('accept-then-reset');
    expect(await submission('')).toMatchObject({ status: 400 });
    expect(upstream.videos.created).toEqual([]);
    expect(await submission()).toEqual({ broken: BROKEN });
  });

  it('has an unreadable response if that is truncated', async () => {
    upstream.videos.nextCreate('malformed');
    const { text } = await submission();
    expect(() => JSON.parse(text ?? '{}') as unknown).toThrow(SyntaxError);
  });
});
