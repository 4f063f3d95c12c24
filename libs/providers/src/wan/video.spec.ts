import { describe, expect, it } from '@jest/globals';
import { type VideoImage, type VideoRequest } from '#canonical';
import { findProvider } from '../registry.js';
import * as answers from './__fixtures__/video-answers.js';

const SENT = { method: 'POST', url: new URL('https://videos.example') } as const;
const wan = findProvider('wan');
const video = wan?.video;
if (video === undefined) throw new Error('wan makes videos');

const STARTED = { upstreamId: answers.ID };
const PLACE = { upstreamModel: 'wan2.7-t2v' };
const ROOT = 'https://dashscope-intl.aliyuncs.com/api/v1';

const A = 'https://images.example/a.png';
const B = 'https://images.example/b.png';
const images = (...urls: string[]): VideoImage[] => urls.map((url) => ({ kind: 'url', url }));

const start = (upstreamModel: string, request: Partial<VideoRequest>, baseUrl?: string) =>
  video.start(
    { request: { model: 'm', prompt: 'a fox', images: [], ...request }, idempotencyKey: 'k' },
    { upstreamModel, baseUrl },
  );

describe('submitting a video to Wan', () => {
  const all = { durationSeconds: 5, width: 1280, height: 720, seed: 7, negativePrompt: 'dogs' };
  const said = { duration: 5, seed: 7 };
  const GENERATION = '/services/aigc/video-generation/video-synthesis';
  const BETWEEN = '/services/aigc/image2video/video-synthesis';

  it.each([
    ['a text', 'wan2.7-t2v', {}, GENERATION, {}, {}],
    [
      'everything',
      'wan2.7-t2v',
      all,
      GENERATION,
      { negative_prompt: 'dogs' },
      { ...said, resolution: '720P', ratio: '16:9' },
    ],
    [
      'everything, as before',
      'wan2.5-t2v-preview',
      all,
      GENERATION,
      { negative_prompt: 'dogs' },
      { ...said, size: '1280*720' },
    ],
    ['a shape', 'wan2.7-t2v', { aspectRatio: '9:16' }, GENERATION, {}, { ratio: '9:16' }],
    [
      'a first frame',
      'wan2.7-i2v',
      { images: images(A), width: 1920, height: 1080 },
      GENERATION,
      { media: [{ type: 'first_frame', url: A }] },
      { resolution: '1080P' },
    ],
    [
      'a first frame, as before',
      'wan2.2-i2v-plus',
      { images: images(A), width: 832, height: 480 },
      GENERATION,
      { img_url: A },
      { resolution: '480P' },
    ],
    [
      'bytes',
      'wanx2.1-i2v-turbo',
      { images: [{ kind: 'bytes', mediaType: 'image/png', base64: 'AAAA' }] },
      GENERATION,
      { img_url: 'data:image/png;base64,AAAA' },
      {},
    ],
    [
      'two frames',
      'wan2.7-i2v',
      { images: images(A, B) },
      GENERATION,
      {
        media: [
          { type: 'first_frame', url: A },
          { type: 'last_frame', url: B },
        ],
      },
      {},
    ],
    [
      'two frames, as before',
      'wan2.2-kf2v-flash',
      { images: images(A, B) },
      BETWEEN,
      { first_frame_url: A, last_frame_url: B },
      {},
    ],
    [
      'what only it understands',
      'wan2.7-t2v',
      { metadata: { prompt_extend: false, audio_url: 'https://a.example', img_url: B, n: 4, media: [] } },
      GENERATION,
      { audio_url: 'https://a.example' },
      { prompt_extend: false },
    ],
  ])('sends %s', (_name, model, request, path, input, parameters) => {
    const call = start(model, request as Partial<VideoRequest>);
    expect([call.method, call.url.href]).toEqual(['POST', `${ROOT}${path}`]);
    expect(call.headers).toEqual({ 'x-dashscope-async': 'enable' });
    expect(call.body).toEqual({ model, input: { prompt: 'a fox', ...input }, parameters });
  });

  it('uses the base URL of the channel', () => {
    const base = 'https://dashscope.aliyuncs.com/api/v1';
    expect(start('wan2.7-t2v', {}, `${base}/`).url.href).toBe(
      `${base}/services/aigc/video-generation/video-synthesis`,
    );
  });

  it.each([
    ['size', { width: 1280 }],
    ['size', { width: 1000, height: 500 }],
    ['aspect_ratio', { aspectRatio: '21:9' }],
    ['aspect_ratio', { aspectRatio: '16:9', images: images(A) }],
    ['duration', { durationSeconds: 4.5 }],
    ['fps', { framesPerSecond: 24 }],
    ['mode', { mode: 'pro' }],
    ['images', { images: images(A, B, A) }],
  ])('rejects %s: %j', (param, request) => {
    expect(() => start('wan2.7-t2v', request)).toThrow(
      expect.objectContaining({ kind: 'unsupported-parameter', param }),
    );
  });

  it('is rejected if an older model would have to choose a size', () => {
    expect(() => start('wan2.2-t2v-plus', { aspectRatio: '16:9' })).toThrow(
      expect.objectContaining({ param: 'aspect_ratio' }),
    );
  });

  it('is never repeated if its outcome is unknown', () => {
    expect(video.signature).toBe('none');
  });
});

describe('a task of Wan', () => {
  it('is identified by its id', () => {
    expect(video.readStart(answers.CREATED, SENT)).toEqual(STARTED);
    expect(video.readStart({ task_id: answers.ID }, SENT)).toBeUndefined();
    expect(video.readStart({ output: { task_id: '..' } }, SENT)).toBeUndefined();
    expect(video.status(STARTED, PLACE)).toEqual({
      method: 'GET',
      url: new URL(`${ROOT}/tasks/${answers.ID}`),
    });
    expect(video.cancel?.(STARTED, PLACE)).toEqual({
      method: 'POST',
      url: new URL(`${ROOT}/tasks/${answers.ID}/cancel`),
      body: {},
    });
  });

  it.each([
    ['waits', answers.PENDING, { state: 'queued' }],
    ['is under way', answers.RUNNING, { state: 'in_progress' }],
    ['is not known', answers.UNKNOWN, { state: 'unknown', word: 'UNKNOWN', isMissing: true }],
    [
      'is done',
      answers.SUCCEEDED,
      {
        state: 'completed',
        file: { kind: 'link', url: 'https://dashscope-result.example/video.mp4?Expires=1' },
        facts: { durationSeconds: 5, width: 1280, height: 720 },
      },
    ],
    [
      'is done, as before',
      answers.SUCCEEDED_BEFORE,
      {
        state: 'completed',
        file: { kind: 'link', url: 'https://dashscope-result.example/video.mp4' },
        facts: { durationSeconds: 5 },
      },
    ],
    ['is in a state of its own', { output: { task_status: 'X' } }, { state: 'unknown', word: 'X' }],
    ['is in no state', {}, { state: 'unknown', word: '' }],
  ])('%s', (_name, body, report) => {
    expect(video.readStatus(body, STARTED, PLACE)).toEqual(report);
  });

  it.each([
    ['policy', 'DataInspectionFailed IPInfringementSuspect'],
    ['quota', 'Arrearage'],
    ['capacity', 'Throttling Throttling.RateQuota Throttling.AllocationQuota ServiceUnavailable'],
    ['rejected', 'InvalidParameter InvalidURL InvalidParameter.DataInspection BadRequest.TooLarge'],
    ['failed', 'InternalError.Algo RequestTimeOut'],
  ])('has failed with %s for %s', (kind, codes) => {
    for (const code of codes.split(' ')) {
      expect(video.readStatus(answers.failed(code), STARTED, PLACE)).toEqual({
        state: 'failed',
        failure: { kind, message: 'It did not work.' },
      });
    }
  });

  it('has failed if it was cancelled, or has no video', () => {
    expect(video.readStatus(answers.CANCELED, STARTED, PLACE).failure?.kind).toBe('cancelled');
    expect(video.readStatus(answers.SUCCEEDED_WITHOUT_VIDEO, STARTED, PLACE).failure?.kind).toBe('failed');
  });
});
