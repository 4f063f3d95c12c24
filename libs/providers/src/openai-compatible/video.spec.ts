import { describe, expect, it } from '@jest/globals';
import { type VideoImage, type VideoRequest } from '#canonical';
import { findProvider } from '../registry.js';
import { type VideoCapability } from '../video.js';
import { QUEUED, TASK } from './__fixtures__/video-answers.js';

const PLACE = { baseUrl: 'https://films.example/v1', upstreamModel: 'upstream-model' };
const STARTED = { upstreamId: 'video_1' };

const videoOf = (provider: string): VideoCapability => {
  const video = findProvider(provider)?.video;
  if (video === undefined) throw new Error(`${provider} makes no films`);
  return video;
};
const compatible = videoOf('openai-compatible');
const openai = videoOf('openai');

const link = (name: string): VideoImage => ({ kind: 'url', url: `https://pictures.example/${name}` });
const bytes: VideoImage = { kind: 'bytes', mediaType: 'image/png', base64: 'iVBORw0KGgo=' };

const orderOf = (request: Partial<VideoRequest>) => ({
  request: { model: 'public-model', prompt: 'a fox', images: [], ...request },
  idempotencyKey: 'mg-task-1',
});
const bodyOf = (video: VideoCapability, request: Partial<VideoRequest>) =>
  video.start(orderOf(request), PLACE).body;

describe('ordering a film', () => {
  it('is one call under one key', () => {
    const { method, url, headers } = compatible.start(orderOf({}), PLACE);
    expect({ method, url: url.href, headers }).toEqual({
      method: 'POST',
      url: 'https://films.example/v1/videos',
      headers: { 'idempotency-key': 'mg-task-1' },
    });
    expect(openai.start(orderOf({}), { upstreamModel: 'sora-2' }).url.href).toBe(
      'https://api.openai.com/v1/videos',
    );
  });

  const all = { durationSeconds: 8, width: 1280, height: 720, seed: 7, user: 'u' };
  const own = { model: 'upstream-model', prompt: 'a fox', seconds: '8', size: '1280x720' };

  it.each([
    ['a text', {}, { model: 'upstream-model', prompt: 'a fox' }],
    [
      'everything',
      { ...all, framesPerSecond: 24, mode: 'pro' },
      { ...own, fps: 24, seed: 7, mode: 'pro', user: 'u' },
    ],
    [
      'a linked picture',
      { images: [link('a')] },
      { input_reference: { image_url: 'https://pictures.example/a' } },
    ],
    [
      'a picture',
      { images: [bytes] },
      { input_reference: { image_url: 'data:image/png;base64,iVBORw0KGgo=' } },
    ],
    [
      'first and last',
      { images: [link('a'), link('b')] },
      { images: ['https://pictures.example/a', 'https://pictures.example/b'] },
    ],
    [
      'references',
      { images: [link('a'), bytes, link('c')] },
      {
        images: [
          'https://pictures.example/a',
          'data:image/png;base64,iVBORw0KGgo=',
          'https://pictures.example/c',
        ],
      },
    ],
  ])('of %s', (_name, request, expected) => {
    expect(bodyOf(compatible, request)).toEqual({ model: 'upstream-model', prompt: 'a fox', ...expected });
  });

  it("holds nothing for OpenAI but OpenAI's own fields", () => {
    expect(bodyOf(openai, { ...all, images: [bytes], metadata: { negative_prompt: 'dogs' } })).toEqual({
      ...own,
      input_reference: { image_url: 'data:image/png;base64,iVBORw0KGgo=' },
    });
  });

  it.each([
    ['images', { images: [link('a'), link('b')] }],
    ['fps', { framesPerSecond: 24 }],
    ['mode', { mode: 'pro' }],
    ['size', { width: 1280 }],
  ])('is refused for OpenAI where %s cannot be had', (param, request) => {
    expect(() => bodyOf(openai, request)).toThrow(
      expect.objectContaining({ kind: 'unsupported-parameter', param }),
    );
  });

  it('takes what only the server understands', () => {
    const metadata = { negative_prompt: 'dogs', camera: { zoom: 2 } };
    expect(bodyOf(compatible, { metadata })).toMatchObject({ ...metadata, prompt: 'a fox' });
  });

  it.each([
    'model prompt seconds duration size width height fps n seed input_reference image images',
    'Model durationSeconds duration_seconds inputReference SIZE N',
  ])('lets nobody say twice: %s', (names) => {
    const metadata = Object.fromEntries(names.split(' ').map((name) => [name, 'smuggled']));
    expect(bodyOf(compatible, { metadata })).toEqual({ model: 'upstream-model', prompt: 'a fox' });
  });

  it('keeps mode and user from being overridden', () => {
    const metadata = { mode: 'pro', user: 'somebody else' };
    expect(bodyOf(compatible, { mode: 'std', user: 'u', metadata })).toMatchObject({
      mode: 'std',
      user: 'u',
    });
  });
});

describe('the answer to an order', () => {
  it.each([
    ['names the film', QUEUED, { upstreamId: QUEUED.id }],
    ['names a task', TASK, { upstreamId: 'task_9f2c', memo: { isTask: true } }],
    ['has only the name of a task', { task_id: 't' }, { upstreamId: 't', memo: { isTask: true } }],
    ['has no name', { object: 'video', status: 'queued' }, undefined],
    ['has an empty name', { id: '' }, undefined],
    ['has a name that is none', { id: { a: 1 } }, undefined],
  ])('%s', (_name, body, expected) => {
    expect(compatible.readStart(body)).toEqual(expected);
  });
});

describe('calling a film off', () => {
  it('is possible where it is a task', () => {
    const call = compatible.cancel?.({ upstreamId: 'task_9f2c', memo: { isTask: true } }, PLACE);
    expect([call?.method, call?.url.href]).toEqual([
      'POST',
      'https://films.example/v1/video/generations/task_9f2c/cancel',
    ]);
    expect(compatible.cancel?.(STARTED, PLACE)).toBeUndefined();
    expect(openai.cancel?.({ upstreamId: 'a', memo: { isTask: true } }, PLACE)).toBeUndefined();
  });
});
