import { beforeAll, describe, expect, it } from '@jest/globals';
import { type ApiHarness, type GetHarness, type Answer, TEAM_TOKEN, TEAMMATE_TOKEN } from './api-harness.js';

const PATH = '/v1/video/generations';
const UNKNOWN_ID = `video_${'0'.repeat(32)}`;
const NOT_FOUND = {
  error: {
    message: 'The task does not exist.',
    type: 'invalid_request_error',
    param: 'task_id',
    code: 'task_not_found',
  },
};
const COMMON_KEYS = ['created_at', 'model', 'progress', 'status', 'task_id', 'updated_at'];

const getKeys = ({ body }: Answer): string[] => Object.keys(body).toSorted();

export function describeTasks(harnessed: GetHarness): void {
  describe('video tasks', () => {
    let harness: ApiHarness;

    beforeAll(() => {
      harness = harnessed();
    });

    const show = (id: string): Promise<Answer> => harness.call(`${PATH}/${id}`);

    it('are accepted at once, with both names of the id that clients read', async () => {
      const { status, body, headers } = await harness.call(PATH, {
        body: { model: 'sandbox-video', prompt: 'a cat', duration: 4, size: '640x360' },
      });
      expect(status).toBe(200);
      expect(headers.has('idempotent-replayed')).toBe(false);
      expect(body).toEqual({
        id: expect.stringMatching(/^video_[0-9a-f]{32}$/),
        task_id: body['id'],
        object: 'video',
        model: 'sandbox-video',
        status: 'queued',
        progress: 0,
        created_at: expect.any(Number),
      });
      expect(Math.abs(Number(body['created_at']) - Date.now() / 1000)).toBeLessThan(10);
      expect(await harness.getRow(String(body['id']))).toMatchObject({
        status: 'queued',
        phase: 'accepted',
        model: 'sandbox-video',
        request: {
          model: 'sandbox-video',
          prompt: 'a cat',
          durationSeconds: 4,
          width: 640,
          height: 360,
          images: [],
        },
      });
    });

    it('have in each state exactly the members that are known then', async () => {
      const id = await harness.create({ duration: 4, width: 640, height: 360, fps: 24, seed: 7 });
      const requested = { duration: 4, fps: 24, width: 640, height: 360, seed: 7 };
      const queued = await show(id);
      expect(getKeys(queued)).toEqual([...COMMON_KEYS, 'metadata'].toSorted());
      expect(queued.body).toMatchObject({ task_id: id, status: 'queued', progress: 0, metadata: requested });

      await harness.begin(id, 40);
      const running = await show(id);
      expect(getKeys(running)).toEqual([...COMMON_KEYS, 'metadata'].toSorted());
      expect(running.body).toMatchObject({ status: 'in_progress', progress: 40, metadata: requested });

      const video = await harness.media.save(Buffer.from('video'), { extension: 'mp4', maxBytes: 100 });
      await harness.complete(id, { ...video, durationSeconds: 4.04, framesPerSecond: 25, width: 640 });
      const completed = await show(id);
      expect(getKeys(completed)).toEqual([...COMMON_KEYS, 'format', 'metadata', 'url'].toSorted());
      expect(completed.body).toMatchObject({ status: 'completed', progress: 100, format: 'mp4' });
      expect(completed.body['metadata']).toEqual({ duration: 4.04, fps: 25, width: 640 });
      const file = await fetch(String(completed.body['url']));
      expect([file.status, file.headers.get('content-type'), await file.text()]).toEqual([
        200,
        'video/mp4',
        'video',
      ]);
    });

    it('that are queued and have few parameters have few members', async () => {
      expect(getKeys(await show(await harness.create()))).toEqual(COMMON_KEYS);
    });

    it('that failed have a reason with a code', async () => {
      const id = await harness.create({ duration: 4 });
      await harness.begin(id);
      await harness.fail(id, 403, 'The upstream does not make such videos.');
      const failed = await show(id);
      expect(getKeys(failed)).toEqual([...COMMON_KEYS, 'error'].toSorted());
      expect(failed.body).toMatchObject({
        status: 'failed',
        error: { code: 403, message: 'The upstream does not make such videos.' },
      });
    });

    it('are found by every token of their owner, and by no other', async () => {
      const id = await harness.create({}, { token: TEAM_TOKEN });
      const mates = await harness.call(`${PATH}/${id}`, { token: TEAMMATE_TOKEN });
      expect([mates.status, mates.body['task_id']]).toEqual([200, id]);
      const strangers = [
        await show(id),
        await harness.call(`${PATH}/${id}/cancel`, { method: 'POST' }),
        await harness.call(`${PATH}/${id}/events`),
        await harness.call(`/v1/videos/${id}`),
        await harness.call(`/v1/videos/${id}/content`),
        await harness.call(`/v1/videos/${id}`, { method: 'DELETE' }),
      ];
      for (const { status, body } of strangers) expect([status, body]).toEqual([404, NOT_FOUND]);
      expect((await harness.getRow(id))['status']).toBe('queued');
      const { body } = await harness.call(`${PATH}?limit=100`);
      expect(JSON.stringify(body)).not.toContain(id);
    });

    it.each([
      ['unknown', UNKNOWN_ID],
      ['in upper case', UNKNOWN_ID.toUpperCase()],
      ['10 KB long', 'a'.repeat(10 * 1024)],
      ['NUL', '%00'],
      ['a path', '..%2f..%2fetc%2fpasswd'],
      ['dots', '%2e%2e%2f'],
      ['SQL', "x'%20OR%20'1'='1"],
      ['a pattern', '%25'],
      ['a line break', `${UNKNOWN_ID}%0a`],
      ['not ASCII', '%F0%9F%8E%AC'],
    ])('with an id that is %s are not found', async (_name, id) => {
      const answers = await Promise.all([
        show(id),
        harness.call(`${PATH}/${id}/cancel`, { method: 'POST' }),
        harness.call(`${PATH}/${id}/events`),
        harness.call(`/v1/videos/${id}`),
        harness.call(`/v1/videos/${id}/content`),
        harness.call(`/v1/videos/${id}`, { method: 'DELETE' }),
      ]);
      for (const { status, body } of answers) expect([status, body]).toEqual([404, NOT_FOUND]);
    });

    it('can be cancelled, also twice', async () => {
      const id = await harness.create();
      const cancel = (): Promise<Answer> => harness.call(`${PATH}/${id}/cancel`, { method: 'POST' });
      const first = await cancel();
      expect([first.status, first.body]).toMatchObject([
        200,
        { task_id: id, status: 'failed', error: { code: 499 } },
      ]);
      const second = await cancel();
      expect([second.status, second.body]).toEqual([200, first.body]);
    });

    it('that are being processed are cancelled by their worker', async () => {
      const id = await harness.create();
      await harness.begin(id);
      const { status, body } = await harness.call(`${PATH}/${id}/cancel`, { method: 'POST', body: {} });
      expect([status, body['status']]).toEqual([200, 'in_progress']);
      expect((await harness.getRow(id))['cancel_requested_at']).toBeInstanceOf(Date);
    });

    it('that are finished do not change', async () => {
      const id = await harness.create();
      await harness.complete(id);
      const before = await show(id);
      const { status, body } = await harness.call(`${PATH}/${id}/cancel`, { method: 'POST' });
      expect([status, body]).toMatchObject([409, { error: { param: 'task_id', code: 'task_finished' } }]);
      expect((await show(id)).body).toEqual(before.body);
    });

    it('require a token, and return the allowed methods', async () => {
      expect((await harness.call(PATH, { token: 'sk-wrong' })).status).toBe(401);
      const { status, headers } = await harness.call(`${PATH}/${UNKNOWN_ID}`, { method: 'PATCH' });
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    });
  });
}
