import { GoogleGenAI, VideoGenerationReferenceType } from '@google/genai';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { toVideoFile, startFakeUpstream, type FakeUpstream } from '../index.js';

const KEY = 'sk-upstream-1';
const MODEL = 'veo-3.1-generate-preview';

let upstream: FakeUpstream;
let client: GoogleGenAI;

beforeEach(async () => {
  upstream = await startFakeUpstream();
  client = new GoogleGenAI({ apiKey: KEY, httpOptions: { baseUrl: upstream.origin, fetch } });
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

const decodedImage = { imageBytes: 'AAAA', mimeType: 'image/png' };

describe('Veo', () => {
  it('makes videos that its own client understands', async () => {
    upstream.videos.set({ durationMs: 600_000 });
    const started = await client.models.generateVideos({
      model: MODEL,
      source: { prompt: 'a fox', image: decodedImage },
      config: {
        durationSeconds: 8,
        aspectRatio: '9:16',
        resolution: '720p',
        lastFrame: decodedImage,
        negativePrompt: 'dogs',
      },
    });
    expect(started.name).toBe(upstream.videos.created[0]?.id);
    const running = await client.operations.getVideosOperation({ operation: started });
    expect(running.done).toBeUndefined();
    upstream.videos.set({ durationMs: 0 });
    const done = await client.operations.getVideosOperation({ operation: started });
    const uri = done.response?.generatedVideos?.[0]?.video?.uri ?? '';
    expect((await fetch(uri)).status).toBe(403);
    const response = await fetch(uri, { headers: { 'x-goog-api-key': KEY } });
    const { fileName = '' } = upstream.videos.created[0] ?? {};
    expect(Buffer.from(await response.arrayBuffer())).toEqual(toVideoFile(fileName));
  });

  it('takes references', async () => {
    const referenceImages = [{ image: decodedImage, referenceType: VideoGenerationReferenceType.ASSET }];
    await client.models.generateVideos({
      model: MODEL,
      source: { prompt: 'a fox' },
      config: { referenceImages },
    });
    const image = { bytesBase64Encoded: 'AAAA', mimeType: 'image/png' };
    expect(await submission({ referenceImages: [{ image, referenceType: 'asset' }] })).toMatchObject({
      status: 200,
    });
  });

  it('fails, and withholds what it may not show', async () => {
    const { body } = await submission();
    upstream.videos.set({ outcome: 'failed' });
    expect(await ask(String(body['name']))).toMatchObject({ body: { done: true, error: { code: 13 } } });
    upstream.videos.set({ outcome: 'policy' });
    expect(await ask(String(body['name']))).toMatchObject({
      body: { done: true, response: { generateVideoResponse: { raiMediaFilteredCount: 1 } } },
    });
  });

  it('has the faults of every service', async () => {
    upstream.videos.nextCreate('2xx-without-id');
    expect(await submission()).toEqual({ status: 200, body: {} });
    upstream.videos.nextCreate('reset-before-reading');
    await expect(submission()).rejects.toThrow('fetch failed');
    expect(upstream.videos.created).toHaveLength(1);
    const { id = '' } = upstream.videos.created[0] ?? {};
    upstream.videos.nextStatus('queued-again');
    expect(await ask(id)).toEqual({ status: 200, body: { name: id } });
    upstream.videos.nextStatus('500');
    expect(await ask(id)).toMatchObject({ status: 500 });
    expect(await ask(id)).toMatchObject({ body: { done: true } });
  });

  it('keeps its videos to itself', async () => {
    const { body } = await submission();
    expect(await ask(String(body['name']), undefined, 'other')).toMatchObject({ status: 400 });
    expect(await ask('models/m/operations/none')).toMatchObject({ status: 404 });
    expect(await ask('files/none:download?alt=media')).toMatchObject({ status: 404 });
  });
});

describe('Veo refuses', () => {
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
