import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startFakeUpstream, type FakeUpstream } from '../index.js';

const KEY = 'sk-upstream-1';
const MODEL = 'veo-3.1-generate-preview';

let upstream: FakeUpstream;

beforeEach(async () => {
  upstream = await startFakeUpstream();
});

afterEach(() => upstream.close());

async function ask(path: string, body?: object, key = KEY) {
  const response = await fetch(`${upstream.origin}/v1beta/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'x-goog-api-key': key, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const submission = (instance: object = {}, parameters: object = {}) =>
  ask(`models/${MODEL}:predictLongRunning`, { instances: [{ prompt: 'a fox', ...instance }], parameters });

describe('Veo', () => {
  it('returns its videos only to their account', async () => {
    const { body } = await submission();
    expect(await ask(String(body['name']), undefined, 'other')).toMatchObject({ status: 400 });
    expect(await ask('models/m/operations/none')).toMatchObject({ status: 404 });
    expect(await ask('files/none:download?alt=media')).toMatchObject({ status: 404 });
  });
});

describe('Veo rejects', () => {
  const image = { bytesBase64Encoded: 'AAAA', mimeType: 'image/png' };
  const reference = { image, referenceType: 'asset' };

  it.each([
    [{ prompt: '' }, {}, 'instances[0].prompt'],
    [{ image: { ...image, mimeType: 'image/gif' } }, {}, 'instances[0].image.mime_type'],
    [{ image: { ...image, bytesBase64Encoded: 'data:,' } }, {}, 'instances[0].image.bytes_base64_encoded'],
    [{ image: { gcsUri: 'gs://a' } }, {}, 'instances[0].image.gcs_uri'],
    [{ lastFrame: image }, {}, 'instances[0].last_frame'],
    [{ image, referenceImages: [reference] }, {}, 'instances[0].reference_images'],
    [{ referenceImages: [reference, reference, reference, reference] }, {}, 'instances[0].reference_images'],
    [{ referenceImages: [{ image }] }, {}, 'instances[0].reference_images[0].reference_type'],
    [{}, { durationSeconds: '8' }, 'parameters.duration_seconds'],
    [{}, { durationSeconds: 30 }, 'parameters.duration_seconds'],
    [{}, { aspectRatio: '1:1' }, 'parameters.aspect_ratio'],
    [{}, { resolution: '1280x720' }, 'parameters.resolution'],
    [{}, { seed: 1 }, 'parameters.seed'],
  ])('%j %j', async (instance, parameters, field) => {
    expect(await submission(instance, parameters)).toMatchObject({
      status: 400,
      body: { error: { status: 'INVALID_ARGUMENT', details: [{ fieldViolations: [{ field }] }] } },
    });
    expect(upstream.videos.created).toEqual([]);
  });
});
