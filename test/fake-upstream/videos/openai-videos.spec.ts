import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import OpenAI, { toFile } from 'openai';
import { toVideoFile, getImage, startFakeUpstream, type FakeUpstream } from '../index.js';

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
  it('are submitted, asked for, fetched and deleted', async () => {
    const ordered = await client.videos.create({ prompt: 'a fox', seconds: '8', size: '1280x720' });
    expect(ordered).toMatchObject({
      object: 'video',
      status: 'queued',
      progress: 0,
      seconds: '8',
      size: '1280x720',
    });
    const video = await client.videos.retrieve(ordered.id);
    expect(video).toMatchObject({
      id: ordered.id,
      status: 'completed',
      progress: 100,
      error: null,
      prompt: 'a fox',
    });
    const content = await client.videos.downloadContent(ordered.id);
    expect(content.headers.get('content-type')).toBe('video/mp4');
    const [made] = upstream.videos.created;
    expect(Buffer.from(await content.arrayBuffer())).toEqual(toVideoFile(made?.fileName ?? ''));
    expect(await client.videos.delete(ordered.id)).toMatchObject({ deleted: true });
    await expect(client.videos.retrieve(ordered.id)).rejects.toMatchObject({ status: 404 });
    expect(upstream.videos.created).toHaveLength(1);
  });

  it('are logged as they were submitted', async () => {
    const before = Date.now();
    const { body } = await submission({ model: 'm', prompt: 'a fox', seed: 7 }, { 'idempotency-key': 'k' });
    expect(upstream.videos.created).toEqual([
      {
        id: body['id'],
        fileName: expect.any(String),
        createdAtMs: expect.any(Number),
        apiKey: KEYS[0],
        idempotencyKey: 'k',
        model: 'm',
        prompt: 'a fox',
        body: { model: 'm', prompt: 'a fox', seed: 7 },
      },
    ]);
    expect(upstream.videos.created[0]?.createdAtMs).toBeGreaterThanOrEqual(before);
  });

  it('start from an image, in every way there is', async () => {
    const file = await toFile(getImage({ prompt: 'p' }), 'p.png', { type: 'image/png' });
    const references = [
      file,
      { image_url: 'https://images.example/a' },
      { image_url: 'data:image/png;base64,AAAA' },
    ];
    for (const reference of references) {
      await client.videos.create({ prompt: 'a fox', input_reference: reference });
    }
    const inJson = { image_url: 'https://images.example/a' };
    expect(await submission({ prompt: 'a fox', input_reference: inJson })).toMatchObject({ status: 200 });
    expect(upstream.videos.created.slice(1).map(({ body }) => body['input_reference'])).toEqual([
      references[1],
      references[2],
      inJson,
    ]);
  });

  it('take their time', async () => {
    upstream.videos.set({ durationMs: 600_000 });
    const { id } = await client.videos.create({ prompt: 'a fox' });
    expect(await client.videos.retrieve(id)).toMatchObject({ status: 'queued', progress: 0 });
    upstream.videos.set({ durationMs: 1, outcome: 'never' });
    await expect(client.videos.downloadContent(id)).rejects.toMatchObject({ status: 404 });
    await expect(client.videos.delete(id)).rejects.toMatchObject({ status: 400 });
    expect(await client.videos.retrieve(id)).toMatchObject({ status: 'in_progress', progress: 99 });
    upstream.videos.set({ outcome: 'completed' });
    expect(await client.videos.retrieve(id)).toMatchObject({ status: 'completed', progress: 100 });
  });

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

  it('are behind a link that needs no key', async () => {
    upstream.videos.set({ result: 'link' });
    const { body } = await submission({ prompt: 'a fox' });
    const { body: video } = await call('GET', `/videos/${String(body['id'])}`);
    const response = await fetch(String(video['url']));
    expect(response.headers.get('content-type')).toBe('video/mp4');
    const file = toVideoFile(upstream.videos.created[0]?.fileName ?? '');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(file);
    upstream.videos.set({ linkOrigin: 'https://cdn.example' });
    const { body: again } = await call('GET', `/videos/${String(body['id'])}`);
    expect(again['url']).toMatch(/^https:\/\/cdn\.example\/files\/.*\.mp4$/);
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

  it('is late', async () => {
    upstream.videos.set({ listLagMs: 600_000 });
    const { id } = await client.videos.create({ prompt: 'a fox' });
    expect((await client.videos.list()).data).toEqual([]);
    expect(await client.videos.retrieve(id)).toMatchObject({ id });
    upstream.videos.set({ listLagMs: 0 });
    expect((await client.videos.list()).data).toHaveLength(1);
  });

  it('is not there', async () => {
    upstream.videos.set({ hasList: false });
    expect(await call('GET', '/videos')).toMatchObject({ status: 405 });
  });
});

describe('orders under a key', () => {
  it('are two videos where nobody looks at it', async () => {
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

describe('a gateway with tasks', () => {
  it('gives videos two names and lets them be cancelled', async () => {
    upstream.videos.set({ durationMs: 600_000 });
    const { body: video } = await submission({ prompt: 'a fox' });
    expect(video).not.toHaveProperty('task_id');
    const path = `/video/generations/${String(video['id'])}/cancel`;
    expect(await call('POST', path)).toMatchObject({ status: 404 });
    upstream.videos.set({ isTaskGateway: true });
    expect(await call('POST', path)).toMatchObject({
      status: 200,
      body: { id: video['id'], task_id: video['id'], status: 'failed', error: { code: 'cancelled' } },
    });
    expect(await call('POST', path)).toMatchObject({ status: 409 });
  });
});

describe('orders that are refused', () => {
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

  it('by OpenAI itself for every field and value that is not its own', async () => {
    await upstream.close();
    upstream = await startFakeUpstream({ strictFields: true });
    const bodies = [{ seed: 1 }, { images: [] }, { seconds: '5' }, { size: '64x64' }];
    for (const body of bodies)
      expect(await submission({ prompt: 'p', ...body })).toMatchObject({ status: 400 });
    expect(await submission({ prompt: 'p', seconds: '4', size: '1280x720' })).toMatchObject({ status: 200 });
  });

  it('but not for fields that a server has of its own', async () => {
    upstream.videos.set({ extraFields: ['negative_prompt'] });
    expect(await submission({ prompt: 'p', negative_prompt: 'x' })).toMatchObject({ status: 200 });
  });
});
