import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Database } from '#database';
import { ByteBudget } from '#limits';
import OpenAI from 'openai';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../harness/index.js';

const MODEL = 'over-chat';
const READER_TOKEN = 'sk-mg-reader-0123456789';
const READS_PER_MINUTE = 40;
const MEGABYTE = 2 ** 20;

const message = (content: string): OpenAI.Responses.ResponseInputItem => ({ role: 'user', content });
const reference = (id = ''): OpenAI.Responses.ResponseInputItem => ({ type: 'item_reference', id });
const large = (text: string): string => `${text} ${'x'.repeat(40_000)}`;

describe('stored conversations', () => {
  let upstream: FakeUpstream;
  let gateway: TestGateway;
  const memory = new ByteBudget({ maxBytes: 8 * MEGABYTE, waitMs: 50 });

  beforeAll(async () => {
    upstream = await startFakeUpstream();
    gateway = await startTestGateway({
      channels: [
        {
          name: 'chat',
          provider: 'openai-compatible',
          baseUrl: upstream.url,
          apiKey: 'sk-upstream-1',
          models: [MODEL],
        },
      ],
      tokens: [{ name: 'reader', key: READER_TOKEN }],
      environment: {
        MODELGATE_MAX_JSON_MB: '1',
        MODELGATE_RESPONSE_READS_PER_MINUTE: String(READS_PER_MINUTE),
      },
      memory,
    });
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  afterAll(async () => {
    await gateway.stop();
    await upstream.close();
  });

  const client = (apiKey = TEST_TOKEN): OpenAI =>
    new OpenAI({ baseURL: gateway.baseUrl, apiKey, maxRetries: 0 });
  const lastBody = (): string => upstream.received.at(-1)?.rawBody.toString() ?? '';

  /** Returns the statements that reading stored items and responses took. */
  async function collectQueries(run: () => Promise<unknown>): Promise<string[]> {
    const query = jest.spyOn(gateway.get(Database), 'query');
    await run();
    return query.mock.calls.map(([sql]) => sql).filter((sql) => sql.includes('stored_response'));
  }

  it('accept at most 100 item references in a request', async () => {
    const { length } = upstream.received;
    const input = Array.from({ length: 101 }, (_, index) =>
      reference(`msg_${String(index).padStart(40, '0')}o0`),
    );
    const queries = await collectQueries(() =>
      expect(client().responses.create({ model: MODEL, input })).rejects.toMatchObject({
        status: 400,
        code: 'too_many_item_references',
        param: 'input[100]',
      }),
    );
    expect(queries).toEqual([]);
    expect(upstream.received).toHaveLength(length);
  });

  it('are not read if the request cannot be valid', async () => {
    const made = await client().responses.create({ model: MODEL, input: 'Refer to this.' });
    const input = [reference(made.output[0]?.id)];
    const queries = await collectQueries(() =>
      expect(client().responses.create({ input } as never)).rejects.toMatchObject({
        status: 400,
        param: 'model',
      }),
    );
    expect(queries).toEqual([]);
  });

  it('are read by one query, however many items are referenced', async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        client().responses.create({ model: MODEL, input: `Number ${index}.` }),
      ),
    );
    const input = [...made.map(({ output }) => reference(output[0]?.id)), message('And?')];
    // One finds them, one reads the small ones together.
    const queries = await collectQueries(() => client().responses.create({ model: MODEL, input }));
    expect(queries.filter((sql) => sql.includes('SELECT'))).toHaveLength(2);
    for (const { output_text: text } of made) expect(lastBody()).toContain(text);
  });

  describe('if a response is large', () => {
    let made: OpenAI.Responses.Response;

    beforeAll(async () => {
      const input = ['first', 'second', 'third'].map((text) => message(large(text)));
      made = await client().responses.create({ model: MODEL, input });
    });

    it('read it item by item', async () => {
      const page = await client().responses.inputItems.list(made.id, { limit: 2, order: 'asc' });
      expect(page.data.map((item) => JSON.stringify(item).match(/first|second|third/)?.[0])).toEqual([
        'first',
        'second',
      ]);
      expect(page.has_more).toBe(true);
      const next = await page.getNextPage();
      expect(JSON.stringify(next.data)).toContain('third');
      const [first] = page.data;
      const queries = await collectQueries(() =>
        client().responses.create({ model: MODEL, input: [reference(first?.id), message('What?')] }),
      );
      expect(queries.some((sql) => sql.includes('content FROM stored_responses'))).toBe(false);
      expect(lastBody()).toContain('first x');
      expect(lastBody()).not.toContain('second x');
    });

    it('encrypt it item by item', async () => {
      const rows = await gateway.database.query(
        "SELECT encode(content, 'escape') AS text FROM stored_response_item_groups",
      );
      expect(rows.length).toBeGreaterThanOrEqual(4);
      expect(JSON.stringify(rows)).not.toContain('xxxx');
    });

    it.each([
      ['that the previous version wrote', 'DELETE FROM stored_response_item_groups'],
      ['that the previous version wrote again', 'UPDATE stored_responses SET created_at = now()'],
    ])('read it in one step %s', async (_case, change) => {
      await gateway.database.query(change);
      const page = await client().responses.inputItems.list(made.id, { order: 'asc' });
      expect(page.data).toHaveLength(3);
      const input = [reference(page.data[1]?.id), message('What?')];
      await client().responses.create({ model: MODEL, input });
      expect(lastBody()).toContain('second x');
      expect(lastBody()).not.toContain('first x');
    });
  });

  it('are loaded only if their bytes fit into memory', async () => {
    const made = await client().responses.create({ model: MODEL, input: 'y'.repeat(600_000) });
    const next = { model: MODEL, input: 'On.', previous_response_id: made.id };
    const others = memory.open();
    await others.take(memory.maxBytes - memory.usedBytes - 500_000);
    await expect(client().responses.create(next)).rejects.toMatchObject({ status: 503 });
    await expect(client().responses.retrieve(made.id)).rejects.toMatchObject({ status: 503 });
    others.release();
    expect(await client().responses.create(next)).toMatchObject({ status: 'completed' });
    expect(lastBody()).toContain('yyyy');
    expect(memory.usedBytes).toBe(0);
  });

  it('are not continued beyond a limit', async () => {
    let previous: string | null = null;
    for (let turn = 0; turn < 2; turn += 1) {
      const input = 'z'.repeat(700_000);
      const made: OpenAI.Responses.Response = await client().responses.create({
        model: MODEL,
        input,
        previous_response_id: previous,
        store: true,
      });
      previous = made.id;
    }
    await gateway.database.query(
      "UPDATE stored_responses SET content = content || repeat('z', 2000000)::bytea WHERE id = $1",
      [previous],
    );
    await expect(
      client().responses.create({ model: MODEL, input: 'On.', previous_response_id: previous }),
    ).rejects.toMatchObject({
      status: 413,
      code: 'conversation_too_large',
      param: 'previous_response_id',
    });
    expect(memory.usedBytes).toBe(0);
  });

  it('take a few queries for a conversation of many turns', async () => {
    let previous: string | null = null;
    for (let turn = 0; turn < 12; turn += 1) {
      const made: OpenAI.Responses.Response = await client().responses.create({
        model: MODEL,
        input: `Turn ${turn}.`,
        previous_response_id: previous,
      });
      previous = made.id;
    }
    const queries = await collectQueries(() =>
      client().responses.create({ model: MODEL, input: 'On.', previous_response_id: previous }),
    );
    expect(queries.filter((sql) => !sql.startsWith('INSERT'))).toHaveLength(2);
    for (let turn = 0; turn < 12; turn += 1) expect(lastBody()).toContain(`Turn ${turn}.`);
  });

  it('can be read a limited number of times per minute', async () => {
    const reader = client(READER_TOKEN);
    const made = await reader.responses.create({ model: MODEL, input: 'Read me.' });
    for (let read = 0; read < READS_PER_MINUTE - 1; read += 1) await reader.responses.retrieve(made.id);
    await reader.responses.inputItems.list(made.id);
    const refused = await fetch(`${gateway.baseUrl}/responses/${made.id}`, {
      headers: { authorization: `Bearer ${READER_TOKEN}` },
    });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({
      error: { code: 'rate_limit_exceeded', message: expect.stringContaining('reading stored responses') },
    });
    // It cannot be cancelled either, because that would load it; what runs can always be cancelled.
    await expect(reader.responses.cancel(made.id)).rejects.toMatchObject({ status: 429 });
    const later = await reader.responses.create({ model: MODEL, input: 'Never mind.', background: true });
    await expect(reader.responses.cancel(later.id)).rejects.toMatchObject({ status: 429 });
    const [row] = await gateway.database.query(
      'SELECT cancel_requested_at FROM background_responses WHERE id = $1',
      [later.id],
    );
    expect(row?.['cancel_requested_at']).toBeInstanceOf(Date);
    // Other requests of the token are still served.
    expect(await reader.responses.create({ model: MODEL, input: 'Still here.' })).toMatchObject({
      status: 'completed',
    });
  });
});
