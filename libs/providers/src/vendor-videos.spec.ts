import { describe, expect, it } from '@jest/globals';
import { type JsonObject, type VideoRequest } from '#canonical';
import { jwtVerify } from 'jose';
import { type PermittedKey } from './provider.js';
import { findProvider } from './registry.js';
import { type VideoCapability } from './video.js';

const PLACE = { upstreamModel: 'm' };
const PAGE = { kind: 'url', url: 'https://images.example/a.png' } as const;
const BYTES = { kind: 'bytes', mediaType: 'image/png', base64: 'iVBORw0KGgo=' } as const;

const getVideo = (provider: string): VideoCapability => {
  const video = findProvider(provider)?.video;
  if (video === undefined) throw new Error(`${provider} makes no videos`);
  return video;
};

const start = (
  provider: string,
  request: Partial<VideoRequest>,
  { upstreamModel = 'm', callbackUrl }: { upstreamModel?: string; callbackUrl?: string } = {},
) =>
  getVideo(provider).start(
    { request: { model: 'm', prompt: 'a fox', images: [], ...request }, idempotencyKey: 'k', callbackUrl },
    { upstreamModel },
  );

describe('a token for Kling', () => {
  it('is valid for half an hour, verified with another library', async () => {
    const { authorization = '' } =
      findProvider('kling')?.authorize('access:secret:of:colons' as PermittedKey) ?? {};
    const { payload, protectedHeader } = await jwtVerify(
      authorization.replace('Bearer ', ''),
      Buffer.from('secret:of:colons'),
    );
    expect(protectedHeader).toEqual({ alg: 'HS256', typ: 'JWT' });
    expect(payload).toMatchObject({ iss: 'access' });
    expect((payload.exp ?? 0) - (payload.nbf ?? 0)).toBe(1805);
  });

  it('is the key itself if it is not a pair', () => {
    expect(findProvider('kling')?.authorize('api-key' as PermittedKey)).toEqual({
      authorization: 'Bearer api-key',
    });
  });
});

describe('a video submission', () => {
  it.each([
    ['kling', 'seed', { seed: 1 }],
    ['kling', 'fps', { framesPerSecond: 24 }],
    ['kling', 'duration', { durationSeconds: 4.5 }],
    ['kling', 'aspect_ratio', { aspectRatio: '4:3' }],
    ['kling', 'aspect_ratio', { aspectRatio: '16:9', images: [PAGE] }],
    ['kling', 'size', { width: 640, height: 360 }],
    ['kling', 'images', { images: [PAGE, PAGE, PAGE, PAGE, PAGE] }],
    ['runway', 'seed', { seed: 1 }],
    ['runway', 'mode', { mode: 'pro' }],
    ['runway', 'aspect_ratio', { aspectRatio: '2:1' }],
    ['runway', 'images', { images: [PAGE, PAGE, PAGE] }],
    ['luma', 'negative_prompt', { negativePrompt: 'dogs' }],
    ['luma', 'aspect_ratio', { aspectRatio: '2:1' }],
    ['luma', 'images', { images: [PAGE, PAGE, PAGE] }],
    ['minimax', 'negative_prompt', { negativePrompt: 'dogs' }],
    ['minimax', 'aspect_ratio', { aspectRatio: '9:16' }],
    ['minimax', 'size', { width: 1280, height: 700 }],
  ])('to %s is rejected because of %s: %j', (provider, param, request) => {
    expect(() => start(provider, request)).toThrow(
      expect.objectContaining({ kind: 'unsupported-parameter', param }),
    );
  });

  it.each([
    ['negative_prompt', { negativePrompt: 'dogs' }],
    ['images', { images: [PAGE, PAGE] }],
  ])('to a model of Runway itself is rejected with %s', (param, request) => {
    expect(() => start('runway', request, { upstreamModel: 'gen4_turbo' })).toThrow(
      expect.objectContaining({ param }),
    );
  });

  it.each([
    ['kling', { images: [BYTES] }, '/v1/videos/image2video', { image: BYTES.base64 }],
    [
      'kling',
      { images: [PAGE, PAGE, PAGE] },
      '/v1/videos/multi-image2video',
      { image_list: Array.from({ length: 3 }, () => ({ image: PAGE.url })) },
    ],
    ['kling', { width: 1080, height: 1920 }, '/v1/videos/text2video', { aspect_ratio: '9:16', mode: 'pro' }],
    [
      'runway',
      { images: [BYTES] },
      '/v1/image_to_video',
      { promptImage: `data:image/png;base64,${BYTES.base64}` },
    ],
    ['runway', {}, '/v1/text_to_video', { promptText: 'a fox', ratio: '1280:720' }],
  ])('to %s sends %j at %s', (provider, request, path, body) => {
    const call = start(provider, request);
    expect([call.url.pathname, call.body]).toMatchObject([path, body]);
  });

  const common = 'model prompt duration seconds size width height fps seed n images';

  it.each([
    ['kling', 'model_name external_task_id aspect_ratio mode image image_tail image_list'],
    ['runway', 'promptText prompt_text promptImage negativePrompt ratio'],
    ['luma', 'keyframes generation_type'],
    ['minimax', 'first_frame_image last_frame_image aspect_ratio'],
  ])('to %s cannot have %s overridden', (provider, own) => {
    const names = `${common} ${own}`.split(' ');
    const metadata = Object.fromEntries(names.map((name) => [name, 'smuggled']));
    expect(JSON.stringify(start(provider, { metadata }).body)).not.toContain('smuggled');
  });
});

describe('a failed video', () => {
  it.each([
    [
      'kling',
      { data: { task_status: 'failed', task_status_msg: 'Failure to pass the risk control system' } },
      'policy',
    ],
    ['kling', { data: { task_status: 'failed', task_status_msg: 'Server busy' } }, 'failed'],
    ['runway', { status: 'FAILED', failureCode: 'SAFETY.OUTPUT.VIDEO', failure: 'no' }, 'policy'],
    ['runway', { status: 'FAILED', failureCode: 'INPUT_PREPROCESSING.SAFETY.TEXT', failure: 'no' }, 'policy'],
    ['runway', { status: 'FAILED', failureCode: 'ASSET.INVALID', failure: 'no' }, 'rejected'],
    ['runway', { status: 'FAILED', failureCode: 'INTERNAL.BAD_OUTPUT.CODE01', failure: 'no' }, 'failed'],
    ['runway', { status: 'CANCELLED' }, 'cancelled'],
    ['luma', { state: 'failed', failure_reason: 'Advanced moderation failed' }, 'policy'],
    ['minimax', { status: 'Fail', base_resp: { status_code: 1027, status_msg: 'no' } }, 'policy'],
    ['minimax', { status: 'Fail', base_resp: { status_code: 0, status_msg: 'success' } }, 'failed'],
  ])('of %s: %j', (provider, body, kind) => {
    expect(getVideo(provider).readStatus(body, { upstreamId: 'v' }, PLACE)).toMatchObject({
      state: 'failed',
      failure: { kind },
    });
  });
});

/**
 * Sources: the error code tables in the references of Kling, MiniMax, Vidu, Ark and Model Studio, and responses of
 * Luma.
 */
describe('an error response', () => {
  it.each([
    ['kling', 401, { code: 1004, message: 'm' }, 401],
    ['kling', 429, { code: 1102, message: 'm' }, 402],
    ['kling', 429, { code: 1303, message: 'm' }, 429],
    ['kling', 200, { code: 1201, message: 'm' }, 400],
    ['kling', 502, { code: 9999, message: 'm' }, 502],
    ['luma', 400, { detail: 'Insufficient credits' }, 402],
    ['minimax', 200, { base_resp: { status_code: 1002, status_msg: 'm' } }, 429],
    ['minimax', 200, { base_resp: { status_code: 1008, status_msg: 'm' } }, 402],
    ['minimax', 200, { base_resp: { status_code: 2049, status_msg: 'm' } }, 401],
    ['minimax', 200, { base_resp: { status_code: 1033, status_msg: 'm' } }, 500],
    ['vidu', 400, { code: 400, reason: 'CreditInsufficient', message: 'm' }, 402],
    ['vidu', 400, { code: 400, reason: 'AuditSubmitIllegal', message: 'm' }, 400],
    ['seedance', 403, { error: { code: 'AccountOverdueError', message: 'm' } }, 402],
    ['seedance', 400, { error: { code: 'InputTextSensitiveContentDetected', message: 'm' } }, 400],
    ['wan', 400, { code: 'Arrearage', message: 'm' }, 402],
    ['wan', 400, { code: 'DataInspectionFailed', message: 'm' }, 400],
  ])('of %s with %i is decoded: %j', (provider, status, body, meant) => {
    expect(getVideo(provider).readRefusal?.(body, status)).toMatchObject({ status: meant });
  });

  it.each([
    ['kling', { code: 1301, message: 'm' }],
    ['minimax', { base_resp: { status_code: 1026, status_msg: 'm' } }],
  ])('of %s is a policy violation: %j', (provider, body) => {
    expect(getVideo(provider).readRefusal?.(body, 400)).toMatchObject({ status: 400, isPolicy: true });
  });

  it.each([
    ['kling', { code: 0, data: {} }],
    ['luma', { id: 'a', state: 'queued' }],
    ['minimax', { task_id: 'a', status: 'Fail', base_resp: { status_code: 1027 } }],
  ])('is not recognized in a response of %s: %j', (provider, body) => {
    expect(getVideo(provider).readRefusal?.(body, 200)).toBeUndefined();
  });
});

describe('a callback', () => {
  it.each(['kling', 'luma', 'minimax', 'vidu', 'seedance'])(
    'is requested from %s only by the gateway',
    (provider) => {
      const metadata = { callback_url: 'https://evil.example' };
      const callbackUrl = 'https://gateway.example/callback';
      const body = start(provider, { metadata }, { callbackUrl }).body;
      expect(body).toMatchObject({ callback_url: callbackUrl });
      expect(start(provider, { metadata }).body).not.toHaveProperty('callback_url');
    },
  );
});

function readVertex(video: JsonObject): unknown {
  return getVideo('vertex').readStatus(
    { done: true, response: { videos: [video] } },
    { upstreamId: 'operations/1' },
    PLACE,
  );
}

describe('a report of Vertex', () => {
  it('has the download URL of a file in a bucket', () => {
    expect(readVertex({ gcsUri: 'gs://our-videos/some folder/a?b.mp4', mimeType: 'video/mp4' })).toEqual({
      state: 'completed',
      file: {
        kind: 'call',
        call: {
          method: 'GET',
          url: new URL(
            'https://storage.googleapis.com/storage/v1/b/our-videos/o/some%20folder%2Fa%3Fb.mp4?alt=media',
          ),
        },
      },
    });
  });

  it.each([[{ gcsUri: 'https://elsewhere.example/a.mp4' }], [{ gcsUri: 'gs://bucket' }], [{}]])(
    'has no file in %j',
    (video) => {
      expect(readVertex(video)).toMatchObject({ state: 'failed' });
    },
  );
});
