import { beforeAll, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { type FakeUpstream } from '../../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway } from '../../harness/index.js';
import { type ApiHarness, type GetHarness, TEAM_TOKEN } from './api-harness.js';

/** A gateway with a worker, in front of an upstream with remixes. */
export interface RemixStage {
  gateway: TestGateway;
  upstream: FakeUpstream;
  model: string;
  /** Makes a video, and returns the id of its task. */
  make: (model: string) => Promise<string>;
  finished: (id: string) => Promise<{ status: string }>;
}

export function describeRemixes(staged: () => RemixStage): void {
  describe('a remix of a video', () => {
    let openai: OpenAI;

    beforeAll(() => {
      openai = new OpenAI({ baseURL: staged().gateway.baseUrl, apiKey: TEST_TOKEN, maxRetries: 0 });
    });

    it('is made by the channel that made the first video', async () => {
      const { upstream, model, make, finished } = staged();
      const original = await make(model);
      const source = upstream.videos.created.at(-1);
      const video = await openai.videos.remix(original, { prompt: 'The same by night' });
      expect(video).toMatchObject({
        status: 'queued',
        model,
        prompt: 'The same by night',
        remixed_from_video_id: original,
      });
      expect(await finished(video.id)).toMatchObject({ status: 'completed' });
      const made = upstream.videos.created.at(-1);
      expect(made).toMatchObject({ remixOf: source?.id, prompt: 'The same by night', model: source?.model });
      const sent = upstream.received.filter(({ path }) => path.endsWith('/remix'));
      expect(sent.map(({ path, rawBody }) => [path, JSON.parse(rawBody.toString()) as unknown])).toEqual([
        [`/v1/videos/${source?.id}/remix`, { prompt: 'The same by night' }],
      ]);
      expect(await openai.videos.retrieve(video.id)).toMatchObject({ remixed_from_video_id: original });
      const content = await openai.videos.downloadContent(video.id);
      expect((await content.arrayBuffer()).byteLength).toBeGreaterThan(100);
    });

    it('is not sent twice if it is unknown whether the submission arrived', async () => {
      const { upstream, model, make, finished } = staged();
      const original = await make(model);
      const before = upstream.videos.created.length;
      upstream.videos.nextCreate('accept-then-reset');
      const { id } = await openai.videos.remix(original, { prompt: 'The same in the rain' });
      expect(await finished(id)).toMatchObject({ status: 'completed' });
      expect(upstream.videos.created).toHaveLength(before + 1);
    });
  });
}

/** Without a worker: requests that are rejected at once. */
export function describeRefusedRemixes(harnessed: GetHarness): void {
  describe('a remix of a video is rejected', () => {
    let harness: ApiHarness;

    beforeAll(() => {
      harness = harnessed();
    });

    const remix = async (id: string, body: object, token = TEST_TOKEN) => {
      const { status, body: answer } = await harness.call(`/v1/videos/${id}/remix`, { body, token });
      return { status, error: answer['error'] };
    };

    it('if the video is not finished, or failed', async () => {
      const id = await harness.create();
      const prompt = { prompt: 'x' };
      expect(await remix(id, prompt)).toMatchObject({ status: 400, error: { code: 'video_not_ready' } });
      await harness.fail(id, 502, 'It broke.');
      expect(await remix(id, prompt)).toMatchObject({ status: 400, error: { code: 'video_failed' } });
    });

    it('if the video belongs to another owner, or does not exist', async () => {
      const id = await harness.create();
      await harness.complete(id);
      const missing = { status: 404, error: { code: 'task_not_found', param: 'task_id' } };
      expect(await remix(id, { prompt: 'x' }, TEAM_TOKEN)).toMatchObject(missing);
      expect(await remix('video_x', { prompt: 'x' })).toMatchObject(missing);
    });

    it('if the service has no remixes, with an error that says so', async () => {
      const id = await harness.create();
      await harness.complete(id);
      expect(await remix(id, { prompt: 'x' })).toMatchObject({
        status: 400,
        error: {
          code: 'remix_not_supported',
          message: expect.stringContaining('does not support remixing'),
        },
      });
    });

    it('without a prompt', async () => {
      const id = await harness.create();
      await harness.complete(id);
      const prompt = { status: 400, error: { param: 'prompt' } };
      expect(await remix(id, {})).toMatchObject(prompt);
      expect(await remix(id, { prompt: '' })).toMatchObject(prompt);
      expect(await remix(id, { prompt: 7 })).toMatchObject(prompt);
    });
  });
}
