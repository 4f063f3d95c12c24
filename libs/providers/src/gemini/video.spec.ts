import { describe, expect, it } from '@jest/globals';
import { type JsonObject, type VideoImage, type VideoRequest } from '#canonical';
import { findProvider } from '../registry.js';
import * as answers from './__fixtures__/video-answers.js';

const SENT = { method: 'GET', url: new URL('https://videos.example/v1/videos') } as const;
const video = findProvider('gemini')?.video;
if (video === undefined) throw new Error('gemini makes videos');

const PLACE = { upstreamModel: 'veo-3.1-generate-preview' };
const GOOGLE = 'https://generativelanguage.googleapis.com';

const image = (base64: string): VideoImage => ({ kind: 'bytes', mediaType: 'image/png', base64 });
const encodedImage = (base64: string) => ({ bytesBase64Encoded: base64, mimeType: 'image/png' });

const getBody = (request: Partial<VideoRequest>) =>
  video.start(
    { request: { model: 'm', prompt: 'a fox', images: [], ...request }, idempotencyKey: 'k' },
    PLACE,
  ).body;
const getParameters = (request: Partial<VideoRequest>) => (getBody(request) as JsonObject)['parameters'];
const getStatus = (body: JsonObject, place: { baseUrl?: string } = {}) =>
  video.readStatus(body, { upstreamId: answers.NAME }, { ...PLACE, ...place });

describe('submitting a video to Veo', () => {
  it.each([
    [undefined, 'veo-3', `${GOOGLE}/v1beta/models/veo-3:predictLongRunning`],
    ['http://proxy/v1beta/', 'veo-3', 'http://proxy/v1beta/models/veo-3:predictLongRunning'],
    ['http://proxy', 'a b/c', 'http://proxy/v1beta/models/a%20b/c:predictLongRunning'],
  ])('with base %s and model %s uses %s', (baseUrl, upstreamModel, url) => {
    const request = { model: 'm', prompt: 'p', images: [] };
    const call = video.start({ request, idempotencyKey: 'k' }, { baseUrl, upstreamModel });
    expect([call.method, call.url.href]).toEqual(['POST', url]);
  });

  it.each([
    ['a text', {}, {}, {}],
    ['a length', { durationSeconds: 8, framesPerSecond: 24, seed: 1, user: 'u' }, {}, { durationSeconds: 8 }],
    ['landscape', { width: 1280, height: 720 }, {}, { aspectRatio: '16:9', resolution: '720p' }],
    ['portrait', { width: 1080, height: 1920 }, {}, { aspectRatio: '9:16', resolution: '1080p' }],
    ['a large one', { width: 3840, height: 2160 }, {}, { aspectRatio: '16:9', resolution: '4k' }],
    ['a shape', { aspectRatio: '9:16' }, {}, { aspectRatio: '9:16' }],
    ['what is not to be seen', { negativePrompt: 'dogs' }, {}, { negativePrompt: 'dogs' }],
    ['an image', { images: [image('AAAA')] }, { image: encodedImage('AAAA') }, {}],
    [
      'first and last',
      { images: [image('AAAA'), image('BBBB')] },
      { image: encodedImage('AAAA'), lastFrame: encodedImage('BBBB') },
      {},
    ],
    [
      'references',
      { images: [image('AAAA'), image('BBBB'), image('CCCC')] },
      {
        referenceImages: ['AAAA', 'BBBB', 'CCCC'].map((base64) => ({
          image: encodedImage(base64),
          referenceType: 'asset',
        })),
      },
      {},
    ],
  ])('sends %s', (_name, request, instance, parameters) => {
    expect(getBody(request)).toEqual({ instances: [{ prompt: 'a fox', ...instance }], parameters });
  });

  it.each([
    ['size', { width: 1024, height: 1024 }],
    ['size', { width: 1280 }],
    ['duration', { durationSeconds: 4.5 }],
    ['fps', { framesPerSecond: 30 }],
    ['mode', { mode: 'pro' }],
    ['aspect_ratio', { aspectRatio: '1:1' }],
    ['images', { images: ['A', 'B', 'C', 'D'].map(image) }],
  ])('rejects %s: %j', (param, request) => {
    expect(() => getBody(request)).toThrow(expect.objectContaining({ kind: 'unsupported-parameter', param }));
  });

  it('includes parameters that only Veo has', () => {
    const metadata = { negativePrompt: 'dogs', personGeneration: 'allow_adult', aspectRatio: '9:16' };
    expect(getParameters({ metadata })).toEqual(metadata);
  });

  it.each([
    'model prompt duration durationSeconds duration_seconds seconds size width height fps seed n',
    'sampleCount sample_count SampleCount numberOfVideos image lastFrame referenceImages',
  ])('ignores members of the metadata that the request sets: %s', (names) => {
    const metadata = Object.fromEntries(names.split(' ').map((name) => [name, 4]));
    expect(getParameters({ metadata })).toEqual({});
    expect(getParameters({ durationSeconds: 8, metadata })).toEqual({ durationSeconds: 8 });
  });

  it('has one shape, in every spelling', () => {
    const metadata = { aspect_ratio: '9:16', aspectRatio: '9:16', resolution: '4k' };
    expect(getParameters({ width: 1280, height: 720, metadata })).toEqual({
      aspectRatio: '16:9',
      resolution: '720p',
    });
  });

  it('is never repeated if its outcome is unknown', () => {
    expect(video).toMatchObject({ signature: 'none', needsImageBytes: true });
    expect(Object.keys(video)).not.toContain('list');
  });
});

describe('an operation of Veo', () => {
  it('is identified by its name', () => {
    expect(video.readStart(answers.STARTED, SENT)).toEqual({ upstreamId: answers.NAME });
    expect(video.readStart({ name: '' }, SENT)).toBeUndefined();
    expect(video.readStart({}, SENT)).toBeUndefined();
    expect(video.status({ upstreamId: answers.NAME }, PLACE).url.href).toBe(
      `${GOOGLE}/v1beta/${answers.NAME}`,
    );
  });

  const file = new URL(`${GOOGLE}/v1beta/files/ab12cd34:download?alt=media`);
  const call = { kind: 'call', call: { method: 'GET', url: file } };

  it.each([
    ['is running', answers.RUNNING, { state: 'in_progress' }],
    ['is done', answers.COMPLETED, { state: 'completed', file: call }],
    ['is done, in other words', answers.COMPLETED_IN_OTHER_WORDS, { state: 'completed', file: call }],
    [
      'has its video elsewhere',
      answers.COMPLETED_ELSEWHERE,
      { state: 'completed', file: { kind: 'link', url: 'https://storage.example/video.mp4' } },
    ],
  ])('%s', (_name, body, report) => {
    expect(getStatus(body)).toEqual(report);
  });

  it('sends the key only to the service itself', () => {
    expect(getStatus(answers.COMPLETED, { baseUrl: 'https://proxy.example' }).file).toEqual({
      kind: 'link',
      url: file.href,
    });
  });

  it.each([
    ['policy', 'The video shows something that it may not show.', answers.FILTERED],
    ['policy', 'The provider withheld the video.', answers.FILTERED_WITHOUT_REASON],
    ['policy', answers.BLOCKED.error, answers.BLOCKED],
    ['failed', 'The provider finished without a video.', answers.EMPTY],
    ['failed', answers.FAILED.error, answers.FAILED],
    ['rejected', answers.REJECTED.error, answers.REJECTED],
    ['capacity', answers.OVERLOADED.error, answers.OVERLOADED],
    ['capacity', answers.EXHAUSTED.error, answers.EXHAUSTED],
    ['cancelled', answers.CANCELLED.error, answers.CANCELLED],
  ])('is reported as failed: %s, %j', (kind, told, body) => {
    const message = typeof told === 'string' ? told : (told as { message?: string }).message;
    expect(getStatus(body as JsonObject)).toEqual({ state: 'failed', failure: { kind, message } });
  });
});
