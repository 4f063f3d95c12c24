import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../harness/index.js';
import { type ApiHarness, type GetHarness, type Answer } from './api-harness.js';

const PATH = '/v1/video/generations';
const REQUEST = { model: 'sandbox-video', prompt: 'a cat' };
const GIF = Buffer.from('GIF89a...').toString('base64');
const POOR_TOKEN = 'sk-mg-poor-0123456789abcdef';
const HOOKED_TOKEN = 'sk-mg-hook-0123456789abcdef';
/** An address that is only checked, and never called. */
const PUBLIC = 'http://93.184.216.34';

export const REQUEST_MODELS = [{ id: 'sandbox-video', price: { perSecondVideo: 0.1 } }];
export const REQUEST_TOKENS = [
  { name: 'hooked', key: HOOKED_TOKEN, webhook: { url: `${PUBLIC}/token` } },
  { name: 'poor', key: POOR_TOKEN },
];

export function describeRequests(harnessed: GetHarness): void {
  describe('requests for videos', () => {
    let harness: ApiHarness;

    beforeAll(() => {
      harness = harnessed();
    });

    const post = (members: object, token?: string): Promise<Answer> =>
      harness.call(PATH, { body: { ...REQUEST, ...members }, token });
    const taskCount = async (): Promise<unknown> =>
      (await harness.gateway.database.query('SELECT count(*)::int AS count FROM video_tasks'))[0]?.['count'];

    it.each([
      [{ duration: -1 }, 'duration'],
      [{ duration: 0 }, 'duration'],
      [{ duration: 1e9 }, 'duration'],
      [{ duration: '5' }, 'duration'],
      [{ fps: 0 }, 'fps'],
      [{ size: '0x0' }, 'size'],
      [{ prompt: 'a'.repeat(10_001) }, 'prompt'],
      [{ prompt: 'NUL \0' }, 'prompt'],
      [{ seed: 2 ** 63 }, 'seed'],
      [{ n: 2 }, 'n'],
      [{ model: null }, 'model'],
    ])('are rejected: %#', async (wrong, param) => {
      const before = await taskCount();
      const { status, body } = await post(wrong);
      expect([status, body]).toMatchObject([400, { error: { param } }]);
      expect(await taskCount()).toBe(before);
    });

    it('in JSON have to be valid JSON', async () => {
      const answers = await Promise.all([
        harness.call(PATH, { body: '', method: 'POST' }),
        harness.call(PATH, { body: '{"model":"sandbox-video","duration":NaN}' }),
        harness.call(PATH, { body: 'x', headers: { 'content-type': 'text/plain' } }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([400, 400, 415]);
    });

    it('for a model that makes none are rejected', async () => {
      expect(await post({ model: 'nothing' })).toMatchObject({
        status: 404,
        body: { error: { param: 'model' } },
      });
    });

    it.each([
      'http://169.254.169.254/latest/meta-data',
      'http://127.1/',
      'http://2130706433/',
      'http://[::ffff:7f00:1]/',
      'http://\u2460\u2461\u2466.0.0.1/',
      'http://localhost./',
      'http://0/',
      'http://[64:ff9b::7f00:1]/',
      'http://x@127.0.0.1/',
    ])('may not contain links to %s', async (link) => {
      const refusals = [
        [await post({ image: link }), 'image'],
        [await post({ images: [`${PUBLIC}/a.png`, link] }), 'images[1]'],
        [await post({ webhook_url: link }), 'webhook_url'],
      ] as const;
      for (const [{ status, body }, param] of refusals) {
        expect([status, body]).toMatchObject([400, { error: { param, code: 'url_not_allowed' } }]);
      }
    });

    it('store their links, and the bytes of their images', async () => {
      const { body } = await post({ images: [`${PUBLIC}/a.png`, GIF], webhook_url: `${PUBLIC}/mine` });
      const row = await harness.getRow(String(body['task_id']));
      expect(row).toMatchObject({
        webhook_url: `${PUBLIC}/mine`,
        request: {
          images: [
            { kind: 'url', url: `${PUBLIC}/a.png` },
            { kind: 'stored', extension: 'gif', mediaType: 'image/gif' },
          ],
        },
      });
      expect(JSON.stringify(row['request'])).not.toContain(GIF);
    });

    it('that are rejected leave no images behind', async () => {
      const before = await harness.storedFiles();
      expect((await post({ image: GIF, model: 'nothing' })).status).toBe(404);
      expect(await harness.storedFiles()).toEqual(before);
    });

    it('use the callback of the token, unless they have their own', async () => {
      const usual = await post({}, HOOKED_TOKEN);
      expect(await harness.getRow(String(usual.body['task_id']))).toMatchObject({
        webhook_url: `${PUBLIC}/token`,
      });
      const own = await post({ webhook_url: `${PUBLIC}/own` }, HOOKED_TOKEN);
      expect(await harness.getRow(String(own.body['task_id']))).toMatchObject({
        webhook_url: `${PUBLIC}/own`,
      });
      const none = await post({});
      expect(await harness.getRow(String(none.body['task_id']))).toMatchObject({ webhook_url: null });
    });

    it('wake the worker', async () => {
      const id = await harness.create();
      const hints = (): Promise<Record<string, unknown>[]> =>
        harness.gateway.database
          .query("SELECT queue, data FROM bullmq.job WHERE queue = 'video'")
          .catch(() => []);
      const isOurs = ({ data }: Record<string, unknown>): boolean =>
        (data as { subject: string }).subject === id;
      const hint = await eventually(async () => (await hints()).find(isOurs));
      expect(hint).toEqual({ queue: 'video', data: { subject: id } });
    });

    it('that exceed a budget are rejected, and leave nothing behind', async () => {
      await harness.gateway.database.query(
        `INSERT INTO ledger_accounts (id, balance, floor) SELECT 'token:' || id, 999999, 0 FROM tokens WHERE name = 'poor'`,
      );
      const files = await harness.storedFiles();
      const tasks = await taskCount();
      const { status, body } = await post({ image: GIF, duration: 10, model: 'sandbox-video' }, POOR_TOKEN);
      expect([status, body]).toMatchObject([429, { error: { code: 'insufficient_quota' } }]);
      expect([await harness.storedFiles(), await taskCount()]).toEqual([files, tasks]);
      expect((await post({ duration: 9 }, POOR_TOKEN)).status).toBe(200);
      expect((await post({ duration: 9 }, POOR_TOKEN)).status).toBe(429);
    });
  });
}
