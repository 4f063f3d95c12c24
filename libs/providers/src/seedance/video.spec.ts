import { describe, expect, it } from '@jest/globals';
import { type VideoImage, type VideoRequest } from '#canonical';
import { findProvider } from '../registry.js';
import * as answers from './__fixtures__/video-answers.js';

const SENT = { method: 'POST', url: new URL('https://videos.example') } as const;
const seedance = findProvider('seedance');
const video = seedance?.video;
if (video === undefined) throw new Error('seedance makes videos');

const MODEL = 'doubao-seedance-1-5-pro-251215';
const PLACE = { upstreamModel: MODEL };
const STARTED = { upstreamId: answers.ID };
const TASKS = 'https://ark.cn-beijing.volces.com/api/v3/contents/generations/tasks';

const link = (name: string): VideoImage => ({ kind: 'url', url: `https://images.example/${name}.png` });
const links = (names: string): VideoImage[] => names.split(' ').map(link);
const encodedImage = (name: string, role: string) => ({
  type: 'image_url',
  image_url: { url: `https://images.example/${name}.png` },
  role,
});

const start = (request: Partial<VideoRequest>, baseUrl?: string) =>
  video.start(
    { request: { model: 'm', prompt: 'a fox', images: [], ...request }, idempotencyKey: 'k' },
    { ...PLACE, baseUrl },
  );

describe('submitting a video to Seedance', () => {
  const text = { type: 'text', text: 'a fox' };

  it.each([
    ['a text', {}, {}],
    [
      'everything',
      { durationSeconds: 5, width: 1280, height: 720, seed: 7, framesPerSecond: 24, user: 'u' },
      { duration: 5, resolution: '720p', ratio: '16:9', seed: 7 },
    ],
    ['a size of its own', { width: 864, height: 480 }, { resolution: '480p', ratio: '16:9' }],
    ['a square', { width: 1440, height: 1440 }, { resolution: '1080p', ratio: '1:1' }],
    ['a wide one', { width: 1504, height: 640 }, { resolution: '720p', ratio: '21:9' }],
    ['a shape', { aspectRatio: '9:16' }, { ratio: '9:16' }],
    ['a first frame', { images: [link('a')] }, { content: [text, encodedImage('a', 'first_frame')] }],
    ['an image alone', { prompt: '', images: [link('a')] }, { content: [encodedImage('a', 'first_frame')] }],
    [
      'two frames',
      { images: links('a b') },
      { content: [text, encodedImage('a', 'first_frame'), encodedImage('b', 'last_frame')] },
    ],
    [
      'references',
      { images: links('a b c') },
      { content: [text, ...['a', 'b', 'c'].map((name) => encodedImage(name, 'reference_image'))] },
    ],
    [
      'what only it understands',
      { metadata: { generate_audio: false, frames: 289, content: [], callback_url: 'https://evil.example' } },
      { generate_audio: false },
    ],
  ])('sends %s', (_name, request, members) => {
    const call = start(request);
    expect([call.method, call.url.href]).toEqual(['POST', TASKS]);
    expect(call.body).toEqual({ model: MODEL, content: [text], ...members });
  });

  it('uses the base URL of the channel', () => {
    const base = 'https://ark.ap-southeast.bytepluses.com/api/v3';
    expect(start({}, base).url.href).toBe(`${base}/contents/generations/tasks`);
  });

  it.each([
    ['size', { height: 720 }],
    ['size', { width: 100, height: 100 }],
    ['size', { width: 2000, height: 500 }],
    ['aspect_ratio', { aspectRatio: '5:1' }],
    ['duration', { durationSeconds: 4.5 }],
    ['prompt', { prompt: 'a fox --dur 12' }],
    ['fps', { framesPerSecond: 30 }],
    ['mode', { mode: 'pro' }],
    ['negative_prompt', { negativePrompt: 'dogs' }],
    ['images', { images: links('a b c d e f g h i j') }],
  ])('rejects %s: %j', (param, request) => {
    expect(() => start(request)).toThrow(expect.objectContaining({ kind: 'unsupported-parameter', param }));
  });

  it('is never repeated if its outcome is unknown', () => {
    expect(video.signature).toBe('none');
  });
});

describe('a task of Seedance', () => {
  it('is identified by its id', () => {
    expect(video.readStart(answers.CREATED, SENT)).toEqual(STARTED);
    expect(video.readStart({}, SENT)).toBeUndefined();
    expect(video.readStart({ id: '..' }, SENT)).toBeUndefined();
    expect(video.status(STARTED, PLACE)).toEqual({ method: 'GET', url: new URL(`${TASKS}/${answers.ID}`) });
    expect(video.cancel?.(STARTED, PLACE)).toEqual({
      method: 'DELETE',
      url: new URL(`${TASKS}/${answers.ID}`),
    });
  });

  it.each([
    ['waits', answers.QUEUED, { state: 'queued' }],
    ['is under way', answers.RUNNING, { state: 'in_progress' }],
    [
      'is done',
      answers.SUCCEEDED,
      {
        state: 'completed',
        file: { kind: 'link', url: 'https://ark-content.example/video.mp4?X-Tos-Expires=86400' },
        facts: { durationSeconds: 5, framesPerSecond: 24, seed: 58_944 },
      },
    ],
    ['is in a state of its own', { status: 'dreaming' }, { state: 'unknown', word: 'dreaming' }],
  ])('%s', (_name, body, report) => {
    expect(video.readStatus(body, STARTED, PLACE)).toEqual(report);
  });

  it.each([
    [
      'policy',
      'InputTextSensitiveContentDetected OutputVideoSensitiveContentDetected.PolicyViolation InputImageRiskDetection',
    ],
    ['quota', 'AccountOverdueError QuotaExceeded'],
    ['capacity', 'ServerOverloaded RateLimitExceeded.EndpointRPMExceeded ModelAccountRpmRateLimitExceeded'],
    ['rejected', 'InvalidParameter MissingParameter InvalidParameter.ImageURL'],
    ['failed', 'InternalServiceError'],
  ])('has failed with %s for %s', (kind, codes) => {
    for (const code of codes.split(' ')) {
      expect(video.readStatus(answers.failed(code), STARTED, PLACE)).toEqual({
        state: 'failed',
        failure: { kind, message: 'It did not work.' },
      });
    }
  });

  it.each([
    ['cancelled', 'The task was cancelled at the provider.', answers.CANCELLED],
    ['failed', 'The task expired at the provider.', answers.EXPIRED],
    ['failed', 'The provider finished without a video.', answers.SUCCEEDED_WITHOUT_VIDEO],
  ])('has ended with %s: %s', (kind, message, body) => {
    expect(video.readStatus(body, STARTED, PLACE).failure).toEqual({ kind, message });
  });
});
