import { describe, expect, it } from '@jest/globals';
import { type VideoImage, type VideoRequest } from '#canonical';
import { findProvider } from '../registry.js';
import { type VideoCapability } from '../video.js';
import { QUEUED, TASK } from './__fixtures__/video-answers.js';

const SENT = { method: 'GET', url: new URL('https://videos.example/v1/videos') } as const;
const PLACE = { baseUrl: 'https://videos.example/v1', upstreamModel: 'upstream-model' };
const STARTED = { upstreamId: 'video_1' };

const buildVideo = (provider: string): VideoCapability => {
  const video = findProvider(provider)?.video;
  if (video === undefined) throw new Error(`${provider} makes no videos`);
  return video;
};
const compatible = buildVideo('openai-compatible');
const openai = buildVideo('openai');

const link = (name: string): VideoImage => ({ kind: 'url', url: `https://images.example/${name}` });
const bytes: VideoImage = { kind: 'bytes', mediaType: 'image/png', base64: 'iVBORw0KGgo=' };

const toSubmission = (request: Partial<VideoRequest>) => ({
  request: { model: 'public-model', prompt: 'a fox', images: [], ...request },
  idempotencyKey: 'mg-task-1',
});
const getBody = (video: VideoCapability, request: Partial<VideoRequest>) =>
  video.start(toSubmission(request), PLACE).body;

describe('submitting a video', () => {
  it('is one call with a key', () => {
    const { method, url, headers } = compatible.start(toSubmission({}), PLACE);
    expect({ method, url: url.href, headers }).toEqual({
      method: 'POST',
      url: 'https://videos.example/v1/videos',
      headers: { 'idempotency-key': 'mg-task-1' },
    });
    expect(openai.start(toSubmission({}), { upstreamModel: 'sora-2' }).url.href).toBe(
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
      'what is not to be seen, and a shape',
      { negativePrompt: 'dogs', aspectRatio: '9:16', metadata: { negative_prompt: 'cats' } },
      { negative_prompt: 'dogs', aspect_ratio: '9:16' },
    ],
    [
      'a linked image',
      { images: [link('a')] },
      { input_reference: { image_url: 'https://images.example/a' } },
    ],
    [
      'an image',
      { images: [bytes] },
      { input_reference: { image_url: 'data:image/png;base64,iVBORw0KGgo=' } },
    ],
    [
      'first and last',
      { images: [link('a'), link('b')] },
      { images: ['https://images.example/a', 'https://images.example/b'] },
    ],
    [
      'references',
      { images: [link('a'), bytes, link('c')] },
      {
        images: [
          'https://images.example/a',
          'data:image/png;base64,iVBORw0KGgo=',
          'https://images.example/c',
        ],
      },
    ],
  ])('sends %s', (_name, request, expected) => {
    expect(getBody(compatible, request)).toEqual({ model: 'upstream-model', prompt: 'a fox', ...expected });
  });

  it("has only OpenAI's own fields for OpenAI", () => {
    expect(getBody(openai, { ...all, images: [bytes], metadata: { negative_prompt: 'dogs' } })).toEqual({
      ...own,
      input_reference: { image_url: 'data:image/png;base64,iVBORw0KGgo=' },
    });
  });

  it.each([
    ['images', { images: [link('a'), link('b')] }],
    ['fps', { framesPerSecond: 24 }],
    ['mode', { mode: 'pro' }],
    ['negative_prompt', { negativePrompt: 'dogs' }],
    ['aspect_ratio', { aspectRatio: '16:9' }],
    ['size', { width: 1280 }],
  ])('is rejected for OpenAI: %s', (param, request) => {
    expect(() => getBody(openai, request)).toThrow(
      expect.objectContaining({ kind: 'unsupported-parameter', param }),
    );
  });

  it('includes parameters that only the server has', () => {
    const metadata = { negative_prompt: 'dogs', camera: { zoom: 2 } };
    expect(getBody(compatible, { metadata })).toMatchObject({ ...metadata, prompt: 'a fox' });
  });

  it.each([
    'model prompt seconds duration size width height fps n seed input_reference image images',
    'Model durationSeconds duration_seconds inputReference SIZE N',
  ])('ignores members of the metadata that the request sets: %s', (names) => {
    const metadata = Object.fromEntries(names.split(' ').map((name) => [name, 'smuggled']));
    expect(getBody(compatible, { metadata })).toEqual({ model: 'upstream-model', prompt: 'a fox' });
  });

  it('does not let metadata override mode and user', () => {
    const metadata = { mode: 'pro', user: 'somebody else' };
    expect(getBody(compatible, { mode: 'std', user: 'u', metadata })).toMatchObject({
      mode: 'std',
      user: 'u',
    });
  });
});

describe('the response to a submission', () => {
  it.each([
    ['names the video', QUEUED, { upstreamId: QUEUED.id }],
    ['names a task', TASK, { upstreamId: 'task_9f2c', memo: { isTask: true } }],
    ['has only the name of a task', { task_id: 't' }, { upstreamId: 't', memo: { isTask: true } }],
    ['has no name', { object: 'video', status: 'queued' }, undefined],
    ['has an empty name', { id: '' }, undefined],
    ['has a name that is none', { id: { a: 1 } }, undefined],
  ])('%s', (_name, body, expected) => {
    expect(compatible.readStart(body, SENT)).toEqual(expected);
  });
});

describe('cancelling a video', () => {
  it('is possible if it is a task', () => {
    const call = compatible.cancel?.({ upstreamId: 'task_9f2c', memo: { isTask: true } }, PLACE);
    expect([call?.method, call?.url.href]).toEqual([
      'POST',
      'https://videos.example/v1/video/generations/task_9f2c/cancel',
    ]);
    expect(compatible.cancel?.(STARTED, PLACE)).toBeUndefined();
    expect(openai.cancel?.({ upstreamId: 'a', memo: { isTask: true } }, PLACE)).toBeUndefined();
  });
});
