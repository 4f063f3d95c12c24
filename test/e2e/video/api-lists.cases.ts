import { beforeAll, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { type ApiHarness, type GetHarness } from './api-harness.js';

const PATH = '/v1/video/generations';
const ROWS = 1_000;
/** Two tokens of one owner whose tasks are listed, and one of an owner who has none. */
const LISTER_TOKEN = 'sk-mg-lister-0123456789abcdef';
const LISTMATE_TOKEN = 'sk-mg-listmate-0123456789abcdef';
const NOVICE_TOKEN = 'sk-mg-novice-0123456789abcdef';

export const LIST_TOKENS = [
  { name: 'lister', key: LISTER_TOKEN, owner: 'lister' },
  { name: 'listmate', key: LISTMATE_TOKEN, owner: 'lister' },
  { name: 'novice', key: NOVICE_TOKEN },
];

interface Page {
  data: { task_id: string; status: string; model: string }[];
  first_id: string | null;
  last_id: string | null;
  has_more: boolean;
}

export function describeLists(harnessed: GetHarness): void {
  describe('lists of tasks', () => {
    let harness: ApiHarness;

    beforeAll(async () => {
      harness = harnessed();
      // Every second task has the same time as the one before it, so that only their ids distinguish them.
      await harness.gateway.database.query(
        `INSERT INTO video_tasks (id, owner, token_id, model, request, deadline_at, created_at,
         status, phase, error_code, error_message)
       SELECT 'video_' || md5(n::text), 'lister', gen_random_uuid(), 'm' || n % 4, '{"prompt": "x", "images": []}',
         now(), now() + (n / 2) * interval '1 second',
         CASE WHEN n % 10 = 0 THEN 'failed' ELSE 'queued' END,
         CASE WHEN n % 10 = 0 THEN 'failed' ELSE 'accepted' END,
         CASE WHEN n % 10 = 0 THEN 500 END, CASE WHEN n % 10 = 0 THEN 'No.' END
       FROM generate_series(1, ${ROWS}) n`,
      );
    });

    const toPage = async (query: string, token = LISTER_TOKEN): Promise<Page> =>
      (await harness.call(`${PATH}${query}`, { token })).body as unknown as Page;

    const walk = async (query: string): Promise<string[]> => {
      const ids: string[] = [];
      let page = await toPage(`?${query}`);
      ids.push(...page.data.map(({ task_id: id }) => id));
      while (page.has_more) {
        page = await toPage(`?${query}&after=${page.last_id}`);
        ids.push(...page.data.map(({ task_id: id }) => id));
      }
      return ids;
    };

    it('are empty for an owner without tasks', async () => {
      expect(await toPage('', NOVICE_TOKEN)).toEqual({
        object: 'list',
        data: [],
        first_id: null,
        last_id: null,
        has_more: false,
      });
    });

    it('have the newest first, twenty per page', async () => {
      const page = await toPage('');
      expect(page.data).toHaveLength(20);
      expect(page).toMatchObject({
        has_more: true,
        first_id: page.data[0]?.task_id,
        last_id: page.data.at(-1)?.task_id,
      });
      const task = await harness.call(`${PATH}/${page.first_id}`, { token: LISTMATE_TOKEN });
      expect(page.data[0]).toEqual(task.body);
    });

    it('lead through all tasks, once each, in either order', async () => {
      const newestFirst = await walk('limit=73');
      expect(newestFirst).toHaveLength(ROWS);
      expect(new Set(newestFirst).size).toBe(ROWS);
      expect(await walk('limit=100&order=asc')).toEqual(newestFirst.toReversed());
    });

    it('are iterated by the official client', async () => {
      const openai = new OpenAI({
        baseURL: harness.gateway.baseUrl,
        apiKey: LISTER_TOKEN,
        maxRetries: 0,
      });
      const ids: string[] = [];
      for await (const video of openai.videos.list({ limit: 100 })) {
        expect(video.object).toBe('video');
        ids.push(video.id);
      }
      expect(ids).toEqual(await walk('limit=100'));
    });

    it('can be filtered by state and by model', async () => {
      expect(await walk('limit=100&status=failed')).toHaveLength(ROWS / 10);
      const both = await toPage('?limit=100&status=failed&model=m2');
      expect(both.data).toHaveLength(ROWS / 20);
      expect(both.data.every(({ status, model }) => status === 'failed' && model === 'm2')).toBe(true);
      expect((await toPage('?model=nothing-like-that')).data).toEqual([]);
    });

    it.each([
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['limit=ten', 'limit'],
      ['limit=1&limit=2', 'limit'],
      ['order=random', 'order'],
      ['status=cancelled', 'status'],
      ['model=%00', 'model'],
      ['after=%00', 'after'],
      ['after=video_00000000000000000000000000000000', 'after'],
    ])('are rejected with %s', async (query, param) => {
      for (const path of [PATH, '/v1/videos']) {
        const { status, body } = await harness.call(`${path}?${query}`);
        expect([status, body]).toMatchObject([400, { error: { param } }]);
      }
    });
  });
}
