import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { type GenerateVideosOperation, GoogleGenAI } from '@google/genai';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { experimental_generateVideo as generateVideo } from 'ai';
import { TEST_TOKEN, type TestGateway, eventually } from '../../harness/index.js';

const MODEL = 'sandbox-video';
const SHAPE = { aspectRatio: '1:1', resolution: '128x128', durationSeconds: 1 };

/** With a worker. */
export function describeGoogleClients(started: () => TestGateway): void {
  describe('a video for a Google client', () => {
    let google: GoogleGenAI;
    const folder = mkdtempSync(join(tmpdir(), 'modelgate-test-google-'));

    beforeAll(() => {
      google = new GoogleGenAI({ apiKey: TEST_TOKEN, httpOptions: { baseUrl: started().origin } });
    });

    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    const whenDone = (operation: GenerateVideosOperation): Promise<GenerateVideosOperation> =>
      eventually(async () => {
        const current = await google.operations.getVideosOperation({ operation });
        return current.done === true ? current : undefined;
      }, 40_000);

    it('is created, polled and downloaded', async () => {
      const operation = await google.models.generateVideos({
        model: MODEL,
        source: { prompt: 'A lighthouse at dusk' },
        config: { numberOfVideos: 1, ...SHAPE },
      });
      expect(operation.name).toMatch(/^models\/sandbox-video\/operations\/video_[0-9a-f]{32}$/);
      expect(operation.done).toBeUndefined();
      const { response, error } = await whenDone(operation);
      expect(error).toBeUndefined();
      const [video, ...others] = response?.generatedVideos ?? [];
      expect(others).toEqual([]);
      expect(video?.video?.mimeType).toBe('video/mp4');
      const downloadPath = join(folder, 'lighthouse.mp4');
      await google.files.download({ file: video ?? '', downloadPath });
      const file = await readFile(downloadPath);
      expect(file.subarray(4, 8).toString()).toBe('ftyp');
      const id = operation.name?.split('/').at(-1) ?? '';
      const shown = await fetch(`${started().baseUrl}/video/generations/${id}`, {
        headers: { authorization: `Bearer ${TEST_TOKEN}` },
      });
      expect(await shown.json()).toMatchObject({
        status: 'completed',
        metadata: { duration: 1, width: 128, height: 128 },
      });
    });

    it('that failed has a reason', async () => {
      const operation = await google.models.generateVideos({
        model: MODEL,
        source: { prompt: 'A cat [[fail]]' },
        config: SHAPE,
      });
      const { error, response } = await whenDone(operation);
      expect(response).toBeUndefined();
      expect(error).toMatchObject({ code: 14, status: 'UNAVAILABLE', message: expect.any(String) });
    });

    it('is rejected with the name of the invalid field', async () => {
      const refused = google.models.generateVideos({
        model: MODEL,
        source: { prompt: 'A cat' },
        config: { ...SHAPE, numberOfVideos: 2 },
      });
      await expect(refused).rejects.toMatchObject({
        status: 400,
        message: expect.stringContaining('parameters.sampleCount'),
      });
    });

    it.each(['operations/video_x', 'models/other/operations/video_x', 'files/x:download', 'files/x'])(
      'is not found at %s',
      async (path) => {
        const headers = { 'x-goog-api-key': TEST_TOKEN };
        const response = await fetch(`${started().origin}/v1beta/${path}`, { headers });
        expect(response.status).toBe(404);
        expect(await response.json()).toMatchObject({ error: { code: 404, status: 'NOT_FOUND' } });
      },
    );

    it('is made for the Vercel AI SDK', async () => {
      const provider = createGoogleGenerativeAI({
        apiKey: TEST_TOKEN,
        baseURL: `${started().origin}/v1beta`,
      });
      const { video, responses } = await generateVideo({
        model: provider.videoModel(MODEL),
        prompt: 'A fox in the snow',
        aspectRatio: '1:1',
        resolution: '128x128',
        duration: 1,
        seed: 7,
        providerOptions: { google: { pollIntervalMs: 50 } },
        // By default it opens no address of a private network, such as that of this gateway.
        download: async ({ url }) => {
          const response = await fetch(url);
          const data = new Uint8Array(await response.arrayBuffer());
          return { data, mediaType: response.headers.get('content-type') ?? undefined };
        },
      });
      expect(Buffer.from(video.uint8Array).subarray(4, 8).toString()).toBe('ftyp');
      expect(responses[0]?.modelId).toBe(MODEL);
    });
  });
}
