import { describe, expect, it } from '@jest/globals';
import { type VideoImage, type VideoRequest } from '#canonical';
import { type PermittedKey } from '../provider.js';
import { findProvider } from '../registry.js';
import * as answers from './__fixtures__/video-answers.js';

const SENT = { method: 'POST', url: new URL('https://videos.example') } as const;
const vidu = findProvider('vidu');
const video = vidu?.video;
if (video === undefined) throw new Error('vidu makes videos');

const PLACE = { upstreamModel: 'viduq2' };
const STARTED = { upstreamId: answers.ID };
const ROOT = 'https://api.vidu.com/ent/v2';

const link = (name: string): VideoImage => ({ kind: 'url', url: `https://images.example/${name}.png` });
const links = (names: string): VideoImage[] => names.split(' ').map(link);

const start = (request: Partial<VideoRequest>, baseUrl?: string) =>
  video.start(
    { request: { model: 'm', prompt: 'a fox', images: [], ...request }, idempotencyKey: 'k' },
    { ...PLACE, baseUrl },
  );

describe('submitting a video to Vidu', () => {
  it('authenticates with a token', () => {
    expect(vidu?.authorize('k' as PermittedKey)).toEqual({ authorization: 'Token k' });
  });

  it.each([
    ['a text', 'text2video', {}, {}],
    [
      'everything',
      'text2video',
      { durationSeconds: 5, width: 1280, height: 720, seed: 7, user: 'u' },
      { duration: 5, resolution: '720p', aspect_ratio: '16:9', seed: 7 },
    ],
    ['a shape', 'text2video', { aspectRatio: '3:4' }, { aspect_ratio: '3:4' }],
    ['a first frame', 'img2video', { images: [link('a')] }, { images: ['https://images.example/a.png'] }],
    [
      'a first frame as bytes, and a size',
      'img2video',
      { images: [{ kind: 'bytes', mediaType: 'image/png', base64: 'AAAA' }], width: 1920, height: 1080 },
      { images: ['data:image/png;base64,AAAA'], resolution: '1080p' },
    ],
    [
      'two frames',
      'start-end2video',
      { images: links('a b') },
      { images: ['https://images.example/a.png', 'https://images.example/b.png'] },
    ],
    [
      'references',
      'reference2video',
      { images: links('a b c'), aspectRatio: '1:1' },
      { images: ['a', 'b', 'c'].map((name) => `https://images.example/${name}.png`), aspect_ratio: '1:1' },
    ],
    [
      'what only it understands',
      'text2video',
      {
        metadata: {
          movement_amplitude: 'small',
          bgm: true,
          model: 'x',
          callback_url: 'https://evil.example',
        },
      },
      { movement_amplitude: 'small', bgm: true },
    ],
  ])('sends %s', (_name, path, request, members) => {
    const call = start(request as Partial<VideoRequest>);
    expect([call.method, call.url.href]).toEqual(['POST', `${ROOT}/${path}`]);
    expect(call.body).toEqual({ model: 'viduq2', prompt: 'a fox', ...members });
  });

  it('uses the base URL of the channel', () => {
    expect(start({}, 'https://api.vidu.cn/ent/v2/').url.href).toBe('https://api.vidu.cn/ent/v2/text2video');
    expect(start({}, 'https://api.vidu.cn').url.href).toBe('https://api.vidu.cn/ent/v2/text2video');
  });

  it.each([
    ['size', { width: 1280 }],
    ['size', { width: 1000, height: 500 }],
    ['size', { width: 1440, height: 720 }],
    ['aspect_ratio', { aspectRatio: '21:9' }],
    ['aspect_ratio', { aspectRatio: '16:9', images: [link('a')] }],
    ['duration', { durationSeconds: 4.5 }],
    ['fps', { framesPerSecond: 24 }],
    ['mode', { mode: 'pro' }],
    ['negative_prompt', { negativePrompt: 'dogs' }],
    ['images', { images: links('a b c d e f g h') }],
  ])('rejects %s: %j', (param, request) => {
    expect(() => start(request)).toThrow(expect.objectContaining({ kind: 'unsupported-parameter', param }));
  });

  it('is never repeated if its outcome is unknown', () => {
    expect(video.signature).toBe('none');
  });
});

describe('a task of Vidu', () => {
  it('is identified by its id', () => {
    expect(video.readStart(answers.CREATED, SENT)).toEqual(STARTED);
    expect(video.readStart({ ...answers.CREATED, task_id: '' }, SENT)).toBeUndefined();
    expect(video.readStart({ ...answers.CREATED, task_id: '../x' }, SENT)).toBeUndefined();
    expect(video.status(STARTED, PLACE)).toEqual({
      method: 'GET',
      url: new URL(`${ROOT}/tasks/${answers.ID}/creations`),
    });
  });

  it('can be cancelled', () => {
    expect(video.cancel?.(STARTED, PLACE)).toEqual({
      method: 'POST',
      url: new URL(`${ROOT}/tasks/${answers.ID}/cancel`),
      body: { id: answers.ID },
    });
  });

  it.each([
    ['is new', { ...answers.QUEUEING, state: 'created' }, { state: 'queued' }],
    ['waits', answers.QUEUEING, { state: 'queued' }],
    ['is under way', answers.PROCESSING, { state: 'in_progress' }],
    [
      'is done',
      answers.SUCCESS,
      {
        state: 'completed',
        file: { kind: 'link', url: 'https://prod-ss-vidu.example/2608612635966166.mp4?sig=1' },
        facts: { durationSeconds: 5.04, framesPerSecond: 24, width: 1280, height: 720 },
      },
    ],
    ['is in a state of its own', { state: 'dreaming' }, { state: 'unknown', word: 'dreaming' }],
    ['is in no state', {}, { state: 'unknown', word: '' }],
  ])('%s', (_name, body, report) => {
    expect(video.readStatus(body, STARTED, PLACE)).toEqual(report);
  });

  it.each([
    ['policy', 'AuditSubmitIllegal CreationPolicyViolation TaskPromptPolicyViolation'],
    ['quota', 'CreditInsufficient'],
    ['capacity', 'QuotaExceeded TooManyRequests SystemThrottling'],
    ['cancelled', 'UserCancelled Canceled'],
    ['rejected', 'BadRequest FieldInvalid FieldLacking ImageDownloadFailure ImageFormatInvalid'],
    ['failed', 'ModelUnavailable InternalServiceFailure'],
  ])('has failed with %s for %s', (kind, codes) => {
    for (const code of codes.split(' ')) {
      const message = `The provider could not create this video: ${code}.`;
      expect(video.readStatus(answers.failed(code), STARTED, PLACE)).toEqual({
        state: 'failed',
        failure: { kind, message },
      });
    }
  });

  it('has failed without a message, or without a video', () => {
    expect(video.readStatus(answers.failed(''), STARTED, PLACE).failure).toEqual({
      kind: 'failed',
      message: 'The provider could not create this video.',
    });
    expect(video.readStatus(answers.SUCCESS_WITHOUT_VIDEO, STARTED, PLACE).failure?.kind).toBe('failed');
  });
});
