import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import OpenAI, { toFile } from 'openai';
import { type ApiHarness, type GetHarness, TEST_TOKEN } from './api-harness.js';

const MODEL = 'sandbox-video';
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUg==', 'base64');
const VIDEO = randomBytes(1000);

interface KeptRequest {
  images: { kind: string; id: string; extension: string; mediaType: string }[];
}

export function describeOpenAiClient(harnessed: GetHarness): void {
  describe('the official client', () => {
    let harness: ApiHarness;
    let openai: OpenAI;

    beforeAll(() => {
      harness = harnessed();
      openai = new OpenAI({ baseURL: harness.gateway.baseUrl, apiKey: TEST_TOKEN, maxRetries: 0 });
    });

    const completed = async (): Promise<string> => {
      const id = await harness.create();
      const video = await harness.media.save(VIDEO, { extension: 'mp4', maxBytes: 1000 });
      await harness.complete(id, { ...video, durationSeconds: 4, width: 720, height: 1280 });
      return id;
    };
    const readContent = (id: string, headers: Record<string, string> = {}): Promise<Response> =>
      fetch(`${harness.gateway.baseUrl}/videos/${id}/content`, {
        headers: { authorization: `Bearer ${TEST_TOKEN}`, ...headers },
      });

    const download = (id: string, variant: 'video' | 'thumbnail' = 'video'): Promise<Response> =>
      openai.videos.downloadContent(id, { variant });

    it('creates a video from a prompt', async () => {
      const video = await openai.videos.create({
        model: MODEL,
        prompt: 'a cat',
        seconds: '8',
        size: '720x1280',
      });
      expect(video).toEqual({
        id: expect.stringMatching(/^video_/),
        task_id: video.id,
        object: 'video',
        model: MODEL,
        status: 'queued',
        progress: 0,
        created_at: expect.any(Number),
        completed_at: null,
        expires_at: null,
        prompt: 'a cat',
        seconds: '8',
        size: '720x1280',
        remixed_from_video_id: null,
        error: null,
      });
      expect(await openai.videos.retrieve(video.id)).toEqual(video);
      expect((await harness.getRow(video.id))['request']).toEqual({
        format: 'openai-videos',
        client: { address: '127.0.0.1', userAgent: expect.stringMatching(/^OpenAI\/JS /) },
        model: MODEL,
        prompt: 'a cat',
        durationSeconds: 8,
        width: 720,
        height: 1280,
        images: [],
      });
    });

    it('creates a video from an image, which is stored for it', async () => {
      const { id } = await openai.videos.create({
        model: MODEL,
        prompt: 'a cat that moves',
        input_reference: await toFile(PNG, 'cat.bin', { type: 'application/octet-stream' }),
      });
      const { images } = (await harness.getRow(id))['request'] as KeptRequest;
      expect(images).toEqual([
        { kind: 'stored', id: expect.any(String), extension: 'png', mediaType: 'image/png' },
      ]);
      const kept = await harness.media.open(images[0]?.id ?? '', 'png');
      expect(kept?.sizeBytes).toBe(PNG.length);
    });

    it('creates a video from an image in the request', async () => {
      const { id } = await openai.videos.create({
        model: MODEL,
        prompt: 'another cat',
        input_reference: { image_url: `data:image/png;base64,${PNG.toString('base64')}` },
      });
      const { images } = (await harness.getRow(id))['request'] as KeptRequest;
      expect(images).toMatchObject([{ kind: 'stored', mediaType: 'image/png' }]);
    });

    it('receives errors', async () => {
      const notAnImage = toFile(Buffer.from('not an image'), 'x.png', { type: 'image/png' });
      await expect(
        openai.videos.create({ model: MODEL, prompt: 'x', input_reference: await notAnImage }),
      ).rejects.toMatchObject({ status: 400, param: 'input_reference', code: 'invalid_file_format' });
      await expect(openai.videos.create({ prompt: 'x' })).rejects.toMatchObject({
        status: 400,
        param: 'model',
      });
      await expect(openai.videos.create({ model: 'sora-9', prompt: 'x' })).rejects.toMatchObject({
        status: 404,
        code: 'model_not_found',
      });
      await expect(openai.videos.retrieve('video_x')).rejects.toMatchObject({
        status: 404,
        param: 'task_id',
        code: 'task_not_found',
      });
    });

    it('receives the progress of a video', async () => {
      const id = await harness.create({ duration: 4 });
      await harness.begin(id, 50);
      expect(await openai.videos.retrieve(id)).toMatchObject({
        status: 'in_progress',
        progress: 50,
        seconds: '4',
      });
      await harness.fail(id, 502, 'It broke.');
      expect(await openai.videos.retrieve(id)).toMatchObject({
        status: 'failed',
        error: { code: 'upstream_error', message: 'It broke.' },
      });
    });

    it('receives a finished video, and its address', async () => {
      const video = await openai.videos.retrieve(await completed());
      expect(video).toMatchObject({
        status: 'completed',
        progress: 100,
        seconds: '4',
        size: '720x1280',
        error: null,
      });
      expect(video.completed_at).toBeGreaterThanOrEqual(video.created_at);
      expect(video.expires_at).toBe((video.completed_at ?? 0) + 30 * 24 * 60 * 60);
      const { url } = (video as unknown as { metadata: { url: string } }).metadata;
      expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(VIDEO);
    });

    it('downloads a video, completely or a range', async () => {
      const id = await completed();
      const whole = await openai.videos.downloadContent(id);
      expect(whole.headers.get('content-type')).toBe('video/mp4');
      expect(whole.headers.get('cache-control')).toBe('private, no-store');
      expect(Buffer.from(await whole.arrayBuffer())).toEqual(VIDEO);
      const part = await readContent(id, { range: 'bytes=10-19' });
      expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 10-19/1000']);
      expect(Buffer.from(await part.arrayBuffer())).toEqual(VIDEO.subarray(10, 20));
      const changed = await readContent(id, { range: 'bytes=10-19', 'if-range': '"another"' });
      expect(changed.status).toBe(200);
      await changed.arrayBuffer();
      const beyond = await readContent(id, { range: 'bytes=1000-' });
      expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */1000']);
      const head = await harness.call(`/v1/videos/${id}/content`, { method: 'HEAD' });
      expect([head.status, head.headers.get('content-length')]).toEqual([200, '1000']);
    });

    it('cannot download what does not exist', async () => {
      const id = await harness.create();
      await expect(download(id)).rejects.toMatchObject({ status: 400, code: 'video_not_ready' });
      await harness.fail(id, 500, 'No.');
      await expect(download(id)).rejects.toMatchObject({ status: 404, code: 'video_failed' });
      const finished = await completed();
      await expect(download(finished, 'thumbnail')).rejects.toMatchObject({ status: 400, param: 'variant' });
      const { id: fileId } = (await harness.getRow(finished))['result'] as { id: string };
      await harness.media.delete(fileId, 'mp4');
      await expect(download(finished)).rejects.toMatchObject({ status: 404, code: 'content_expired' });
    });

    it('deletes a video and everything that belongs to it', async () => {
      const id = await harness.create({ images: [PNG.toString('base64'), 'http://93.184.216.34/a.png'] });
      const linked = await harness.media.save(PNG, { extension: 'png', maxBytes: 1000 });
      await harness.storeDownload(id, linked);
      await expect(openai.videos.delete(id)).rejects.toMatchObject({
        status: 409,
        code: 'task_not_finished',
      });
      const video = await harness.media.save(VIDEO, { extension: 'mp4', maxBytes: 1000 });
      await harness.complete(id, video);
      const { images } = (await harness.getRow(id))['request'] as KeptRequest;
      expect(await openai.videos.delete(id)).toEqual({ id, object: 'video.deleted', deleted: true });
      await expect(openai.videos.retrieve(id)).rejects.toMatchObject({ status: 404 });
      const left = await harness.storedFiles();
      expect(left).not.toContain(`${video.id}.mp4`);
      expect(left).not.toContain(`${images[0]?.id}.png`);
      expect(left).not.toContain(`${linked.id}.png`);
    });
  });
}
