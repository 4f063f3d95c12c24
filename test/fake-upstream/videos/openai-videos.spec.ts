import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { startFakeUpstream, type FakeUpstream } from '../index.js';

const KEYS = ['sk-upstream-1', 'sk-upstream-2'];

let upstream: FakeUpstream;
let client: OpenAI;

beforeEach(async () => {
  upstream = await startFakeUpstream({ apiKeys: KEYS });
  client = new OpenAI({ apiKey: KEYS[0], baseURL: upstream.url, maxRetries: 0 });
});

afterEach(() => upstream.close());

async function call(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${upstream.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${KEYS[0]}`, 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const submission = (body: object, headers?: Record<string, string>) => call('POST', '/videos', body, headers);

const getPrompts = async (query: object) => {
  const prompts: unknown[] = [];
  for await (const video of client.videos.list(query)) prompts.push(video.prompt);
  return prompts;
};

describe('OpenAI videos', () => {
  it.each([
    ['failed', 'video_generation_failed'],
    ['policy', 'moderation_blocked'],
  ] as const)('end as %s', async (outcome, code) => {
    upstream.videos.set({ outcome });
    const { id } = await client.videos.create({ prompt: 'a fox' });
    expect(await client.videos.retrieve(id)).toMatchObject({ status: 'failed', error: { code } });
  });

  it('belong to the key that submitted them', async () => {
    const { id } = await client.videos.create({ prompt: 'a fox' });
    const other = { authorization: `Bearer ${KEYS[1]}` };
    expect(await call('GET', `/videos/${id}`, undefined, other)).toMatchObject({ status: 404 });
    expect(await call('GET', '/videos', undefined, other)).toMatchObject({ body: { data: [] } });
    expect(await call('GET', '/videos', undefined, { authorization: 'Bearer x' })).toMatchObject({
      status: 401,
    });
  });
});

describe('the list of videos', () => {
  it('has pages', async () => {
    for (const prompt of ['one', 'two', 'three']) await client.videos.create({ prompt });
    expect(await getPrompts({ limit: 2 })).toEqual(['three', 'two', 'one']);
    expect(await getPrompts({ limit: 2, order: 'asc' })).toEqual(['one', 'two', 'three']);
    expect(await call('GET', '/videos?limit=2')).toMatchObject({ body: { has_more: true } });
    expect(await call('GET', '/videos?limit=101')).toMatchObject({ status: 400 });
  });

  it('is delayed', async () => {
    upstream.videos.set({ listLagMs: 600_000 });
    const { id } = await client.videos.create({ prompt: 'a fox' });
    expect((await client.videos.list()).data).toEqual([]);
    expect(await client.videos.retrieve(id)).toMatchObject({ id });
    upstream.videos.set({ listLagMs: 0 });
    expect((await client.videos.list()).data).toHaveLength(1);
  });
});

describe('submissions with an idempotency key', () => {
  it('are two videos if it is ignored', async () => {
    for (let count = 0; count < 2; count += 1)
      await submission({ prompt: 'a fox' }, { 'idempotency-key': 'k' });
    expect(upstream.videos.created).toHaveLength(2);
  });

  it('are one video where it is honoured', async () => {
    upstream.videos.set({ honoursIdempotencyKey: true });
    const first = await submission({ prompt: 'a fox' }, { 'idempotency-key': 'k' });
    const second = await submission({ prompt: 'a fox' }, { 'idempotency-key': 'k' });
    expect(second.body['id']).toBe(first.body['id']);
    expect(upstream.videos.created).toHaveLength(1);
    expect(await submission({ prompt: 'a dog' }, { 'idempotency-key': 'k' })).toMatchObject({ status: 409 });
    await submission({ prompt: 'a dog' }, { 'idempotency-key': 'other' });
    expect(upstream.videos.created).toHaveLength(2);
  });
});

describe('invalid submissions are rejected', () => {
  it.each([
    [{}, 'prompt'],
    [{ prompt: '' }, 'prompt'],
    [{ prompt: 'p', seconds: 8 }, 'seconds'],
    [{ prompt: 'p', seconds: 'eight' }, 'seconds'],
    [{ prompt: 'p', size: '1280*720' }, 'size'],
    [{ prompt: 'p', n: 2 }, 'n'],
    [{ prompt: 'p', negative_prompt: 'x' }, 'negative_prompt'],
    [{ prompt: 'p', input_reference: 'https://a' }, 'input_reference'],
    [{ prompt: 'p', input_reference: { image_url: 'AAAA' } }, 'input_reference.image_url'],
    [{ prompt: 'p', images: ['AAAA'] }, 'images[0]'],
  ])('%j', async (body, param) => {
    expect(await submission(body)).toMatchObject({ status: 400, body: { error: { param } } });
    expect(upstream.videos.created).toEqual([]);
  });

  it('by OpenAI itself for every unknown field and value', async () => {
    await upstream.close();
    upstream = await startFakeUpstream({ strictFields: true });
    const bodies = [{ seed: 1 }, { images: [] }, { seconds: '5' }, { size: '64x64' }];
    for (const body of bodies)
      expect(await submission({ prompt: 'p', ...body })).toMatchObject({ status: 400 });
    expect(await submission({ prompt: 'p', seconds: '4', size: '1280x720' })).toMatchObject({ status: 200 });
  });

  it('but not for fields that a server adds', async () => {
    upstream.videos.set({ extraFields: ['negative_prompt'] });
    expect(await submission({ prompt: 'p', negative_prompt: 'x' })).toMatchObject({ status: 200 });
  });
});
