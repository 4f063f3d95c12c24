import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Database } from '#database';
import { ByteBudget } from '#limits';
import OpenAI from 'openai';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, eventually, startTestGateway } from '../harness/index.js';

const MODEL = 'over-chat';
const MEGABYTE = 2 ** 20;

const message = (content: string): OpenAI.Responses.ResponseInputItem => ({ role: 'user', content });
const reference = (id = ''): OpenAI.Responses.ResponseInputItem => ({ type: 'item_reference', id });
const large = (text: string): string => `${text} ${'x'.repeat(40_000)}`;
const readTexts = (data: readonly unknown[]): string[] =>
  data.map((item) => /Item \d+\./.exec(JSON.stringify(item))?.[0] ?? '');

describe('reading large responses', () => {
  let upstream: FakeUpstream;
  let gateway: TestGateway;
  const memory = new ByteBudget({ maxBytes: 8 * MEGABYTE, waitMs: 50 });

  beforeAll(async () => {
    upstream = await startFakeUpstream();
    const channel = { provider: 'openai-compatible', baseUrl: upstream.url, apiKey: 'sk-upstream-1' };
    gateway = await startTestGateway({ channels: [{ name: 'chat', ...channel, models: [MODEL] }], memory });
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  afterAll(async () => {
    await gateway.stop();
    await upstream.close();
  });

  const client = (): OpenAI => new OpenAI({ baseURL: gateway.baseUrl, apiKey: TEST_TOKEN, maxRetries: 0 });
  const lastBody = (): string => upstream.received.at(-1)?.rawBody.toString() ?? '';
  const createLater = (body: Partial<OpenAI.Responses.ResponseCreateParamsNonStreaming>) =>
    client().responses.create({ model: MODEL, input: 'Later.', ...body, background: true, stream: false });

  /** Returns the statements that reading stored items and responses took. */
  async function collectQueries(run: () => Promise<unknown>): Promise<string[]> {
    const query = jest.spyOn(gateway.get(Database), 'query');
    await run();
    return query.mock.calls.map(([sql]) => sql).filter((sql) => sql.includes('stored_response'));
  }

  it('takes as many queries as reading small ones', async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        client().responses.create({
          model: MODEL,
          input: [message(`Number ${index}.`), message(large('Long.')), message(large('Longer.'))],
        }),
      ),
    );
    const firstItems = await Promise.all(
      made.map(({ id }) => client().responses.inputItems.list(id, { limit: 1, order: 'asc' })),
    );
    const input = [...firstItems.map(({ data }) => reference(data[0]?.id)), message('And?')];
    const queries = await collectQueries(() => client().responses.create({ model: MODEL, input }));
    expect(queries.filter((sql) => sql.includes('SELECT'))).toHaveLength(2);
    for (let index = 0; index < 20; index += 1) expect(lastBody()).toContain(`Number ${index}.`);
    expect(lastBody()).not.toContain('xxxx');
  });

  describe('if a response has very many items', () => {
    const COUNT = 2_500;
    let made: OpenAI.Responses.Response;

    beforeAll(async () => {
      const input = Array.from({ length: COUNT }, (_, index) => ({
        ...message(`Item ${index}.`),
        // Ids of clients can be of any kind, and occur more than once.
        ...(index < 3 ? { id: 'twice' } : {}),
        ...(index === 4 ? { id: `long ${'x'.repeat(300)}` } : {}),
      }));
      made = await client().responses.create({ model: MODEL, input });
    });

    const page = (query: OpenAI.Responses.InputItemListParams) =>
      client().responses.inputItems.list(made.id, query);

    it.each([
      [{ order: 'asc', limit: 3 }, [0, 1, 2]],
      [{ order: 'desc', limit: 2 }, [2_499, 2_498]],
      [{ order: 'asc', limit: 2, after: 'twice' }, [1, 2]],
      [{ order: 'desc', limit: 2, after: 'twice' }, [1, 0]],
      [{ order: 'asc', limit: 1, after: `long ${'x'.repeat(300)}` }, [5]],
    ] as const)('is done in pages, without the other items: %j', async (query, indexes) => {
      let data: unknown[] = [];
      const queries = await collectQueries(async () => ({ data } = await page(query)));
      expect(readTexts(data)).toEqual(indexes.map((index) => `Item ${index}.`));
      expect(queries.some((sql) => /content\b.* FROM stored_responses\b/s.test(sql))).toBe(false);
    });

    it('stops at its last item', async () => {
      const texts: string[] = [];
      for await (const item of await page({ order: 'asc', limit: 100, after: 'twice' })) {
        texts.push(...readTexts([item]));
        if (texts.length > COUNT) break;
      }
      expect(texts).toHaveLength(COUNT - 1);
      expect(texts.at(-1)).toBe(`Item ${COUNT - 1}.`);
      await expect(page({ after: 'msg_nowhere' })).rejects.toMatchObject({ status: 400, param: 'after' });
    });

    it('returns an item that is referenced, without the others', async () => {
      const { data } = await page({ order: 'desc', limit: 1 });
      const queries = await collectQueries(() =>
        client().responses.create({
          model: MODEL,
          input: [reference(data[0]?.id), message('What?')],
        }),
      );
      expect(queries.some((sql) => /content\b.* FROM stored_responses\b/s.test(sql))).toBe(false);
      expect(lastBody()).toContain(`Item ${COUNT - 1}.`);
      expect(lastBody()).not.toContain('Item 0.');
    });
  });

  describe('if a response is made in the background', () => {
    it('loads it only if its bytes fit into memory, also to stream or cancel it', async () => {
      const { id } = await createLater({ instructions: 'y'.repeat(600_000), input: 'x'.repeat(200_000) });
      const others = memory.open();
      await others.take(memory.maxBytes - memory.usedBytes - 500_000);
      const { responses } = client();
      await expect(responses.retrieve(id)).rejects.toMatchObject({ status: 503 });
      await expect(responses.retrieve(id, { stream: true })).rejects.toMatchObject({ status: 503 });
      await expect(responses.cancel(id)).rejects.toMatchObject({ status: 503 });
      await expect(createLater({ input: 'x'.repeat(400_000) })).rejects.toMatchObject({ status: 503 });
      others.release();
      expect(await responses.retrieve(id)).toMatchObject({ status: 'queued' });
      expect(await responses.cancel(id)).toMatchObject({ status: 'cancelled' });
      const events = await responses.retrieve(id, { stream: true });
      for await (const event of events) expect(event.type).toMatch(/^response\.(created|queued)$/);
      await eventually(() => memory.usedBytes === 0);
    });

    it('describes it without its request, which can be far larger', async () => {
      const { id } = await createLater({ input: 'x'.repeat(600_000) });
      const query = jest.spyOn(gateway.get(Database), 'query');
      expect(await client().responses.retrieve(id)).toMatchObject({ id, status: 'queued', model: MODEL });
      const queries = query.mock.calls.map(([sql]) => sql);
      expect(queries.some((sql) => /\brequest\b/.test(sql))).toBe(false);
      const items = await client().responses.inputItems.list(id);
      expect(JSON.stringify(items.data)).toContain('xxxx');
    });

    it('rejects a late cancellation without loading it', async () => {
      const { id } = await createLater({});
      await client().responses.cancel(id);
      await gateway.database.query("UPDATE background_responses SET status = 'completed' WHERE id = $1", [
        id,
      ]);
      const queries = await collectQueries(() =>
        expect(client().responses.cancel(id)).rejects.toMatchObject({
          status: 400,
          code: 'response_not_cancellable',
        }),
      );
      expect(queries).toEqual([]);
    });
  });
});
