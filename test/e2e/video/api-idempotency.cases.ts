import { beforeAll, describe, expect, it } from '@jest/globals';
import { type ApiHarness, type GetHarness, type Answer, TEAM_TOKEN, TEAMMATE_TOKEN } from './api-harness.js';

const PATH = '/v1/video/generations';

interface Sent {
  prompt: string;
  key?: string;
  retry?: number;
  token?: string;
  path?: string;
}

const form = (image: string): FormData => {
  const data = new FormData();
  data.set('model', 'sandbox-video');
  data.set('prompt', 'a form');
  data.set('input_reference', new Blob([Buffer.from(`GIF89a ${image}`)]), 'a.gif');
  return data;
};

const replayed = ({ headers }: Answer): string | null => headers.get('idempotent-replayed');
const getId = ({ body }: Answer): unknown => body['task_id'];

async function countTasks({ gateway }: ApiHarness): Promise<number> {
  const [row] = await gateway.database.query('SELECT count(*)::int AS tasks FROM video_tasks');
  return Number(row?.['tasks']);
}

export function describeIdempotency(harnessed: GetHarness): void {
  describe('the same request for a video', () => {
    let harness: ApiHarness;

    beforeAll(() => {
      harness = harnessed();
    });

    const send = ({ prompt, key, retry, token, path = PATH }: Sent): Promise<Answer> =>
      harness.call(path, {
        body: { model: 'sandbox-video', prompt },
        token,
        headers: {
          ...(key === undefined ? {} : { 'idempotency-key': key }),
          ...(retry === undefined ? {} : { 'x-stainless-retry-count': String(retry) }),
        },
      });

    const sendForm = (image: string, key: string): Promise<Answer> =>
      harness.call('/v1/videos', { body: form(image), headers: { 'idempotency-key': key } });

    it('creates two tasks without a key', async () => {
      const answers = [await send({ prompt: 'twice' }), await send({ prompt: 'twice' })];
      expect(new Set(answers.map(getId)).size).toBe(2);
      expect(answers.map(replayed)).toEqual([null, null]);
    });

    it('creates one task with one key, and returns the same body, whatever its progress', async () => {
      const first = await send({ prompt: 'once', key: 'k-1' });
      await harness.complete(String(getId(first)));
      const second = await send({ prompt: 'once', key: 'k-1' });
      expect([second.status, second.body, replayed(second)]).toEqual([200, first.body, 'true']);
      expect(replayed(first)).toBeNull();
    });

    it('is rejected if its body is another one', async () => {
      await send({ prompt: 'one', key: 'k-2' });
      const { status, body } = await send({ prompt: 'another', key: 'k-2' });
      expect([status, body]).toMatchObject([422, { error: { code: 'idempotency_key_reused' } }]);
    });

    it('creates another task for another token, even of the same owner, and at another address', async () => {
      const answers = [
        await send({ prompt: 'shared', key: 'k-3', token: TEAM_TOKEN }),
        await send({ prompt: 'shared', key: 'k-3', token: TEAMMATE_TOKEN }),
        await send({ prompt: 'shared', key: 'k-3', token: TEAM_TOKEN, path: '/v1/videos' }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(new Set(answers.map(getId)).size).toBe(3);
    });

    it('creates one task if it is sent twenty times at once', async () => {
      const tasksBefore = await countTasks(harness);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => send({ prompt: 'a crowd', key: 'k-4' })),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect(new Set(answers.map(getId)).size).toBe(1);
      expect(answers.filter((answer) => replayed(answer) === null)).toHaveLength(1);
      expect(await countTasks(harness)).toBe(tasksBefore + 1);
    });

    it('creates one task if a client library retries it', async () => {
      const first = await send({ prompt: 'again', retry: 0 });
      const second = await send({ prompt: 'again', retry: 1 });
      const third = await send({ prompt: 'again', retry: 2 });
      expect([second.body, third.body]).toEqual([first.body, first.body]);
      expect([first, second, third].map(replayed)).toEqual([null, 'auto', 'auto']);
    });

    it('creates one task if the second attempt of a client library is lost', async () => {
      const first = await send({ prompt: 'a gap', retry: 0 });
      const third = await send({ prompt: 'a gap', retry: 2 });
      expect([third.body, replayed(third)]).toEqual([first.body, 'auto']);
    });

    it('creates two tasks if a client library is called twice', async () => {
      const answers = [
        await send({ prompt: 'wanted twice', retry: 0 }),
        await send({ prompt: 'wanted twice', retry: 0 }),
      ];
      expect(new Set(answers.map(getId)).size).toBe(2);
      const again = await send({ prompt: 'wanted twice', retry: 1 });
      expect([getId(again), replayed(again)]).toEqual([answers[1]?.body['task_id'], 'auto']);
    });

    it('creates a task if a client library retries a request that never arrived', async () => {
      const answer = await send({ prompt: 'lost on the way', retry: 1 });
      expect([answer.status, replayed(answer)]).toEqual([200, null]);
    });

    it.each(['', 'a'.repeat(256), 'na\u00efve'])('is rejected with the key %j', async (key) => {
      const { status, body } = await send({ prompt: 'x', key });
      expect([status, body]).toMatchObject([
        400,
        { error: { param: null, code: 'invalid_idempotency_key' } },
      ]);
      expect(JSON.stringify(body)).toContain('Idempotency-Key');
    });

    it('is recognised in a form, whose boundaries are new each time', async () => {
      const first = await sendForm('one', 'k-5');
      const second = await sendForm('one', 'k-5');
      expect([second.status, second.body, replayed(second)]).toEqual([200, first.body, 'true']);
      expect((await sendForm('another', 'k-5')).status).toBe(422);
    });

    it('stores no second copy of its images', async () => {
      const key = { headers: { 'idempotency-key': 'k-6' } };
      const body = { model: 'sandbox-video', image: Buffer.from('GIF89a kept').toString('base64') };
      const first = await harness.call(PATH, { body, ...key });
      const { images } = (await harness.getRow(String(getId(first))))['request'] as {
        images: { id: string }[];
      };
      const saved = await harness.storedFiles();
      expect(saved).toContain(`${images[0]?.id}.gif`);
      expect(replayed(await harness.call(PATH, { body, ...key }))).toBe('true');
      await harness.call(PATH, { body: { ...body, prompt: 'another' }, ...key });
      expect(await harness.storedFiles()).toEqual(saved);
    });
  });
}
