import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import {
  TEST_TOKEN,
  type TestDatabase,
  type TestGateway,
  createTestDatabase,
  eventually,
  startTestGateway,
} from '../harness/index.js';
import { CuttingProxy } from '../processes/cutting-proxy.js';

const MODEL = 'sandbox-chat';

describe('responses to store while the database is down', () => {
  let database: TestDatabase;
  let proxy: CuttingProxy;
  let gateway: TestGateway;

  beforeAll(async () => {
    database = await createTestDatabase();
    proxy = await CuttingProxy.start(database.url);
    gateway = await startTestGateway({ sandbox: true, database, environment: { DATABASE_URL: proxy.url } });
  });

  afterEach(async () => {
    proxy.restore();
    await eventually(async () => (await fetch(`${gateway.origin}/readyz`)).ok);
    await eventually(() => spooled().length === 0);
  });

  afterAll(async () => {
    await gateway.stop();
    await proxy.stop();
    await database.drop();
  });

  const folder = (): string => join(gateway.shared.config.dataDir, 'responses');
  const spooled = (): string[] => {
    try {
      return readdirSync(folder()).filter((name) => name.endsWith('.response'));
    } catch {
      return [];
    }
  };
  const client = (): OpenAI => new OpenAI({ baseURL: gateway.baseUrl, apiKey: TEST_TOKEN, maxRetries: 0 });
  const rawGet = (path: string): Promise<Response> =>
    fetch(`${gateway.baseUrl}${path}`, { headers: { authorization: `Bearer ${TEST_TOKEN}` } });

  it('are read from this process at once, and from the database after the outage', async () => {
    proxy.takeDown();
    const made = await client().responses.create({ model: MODEL, input: 'Keep me.' });
    expect((made as { store?: boolean }).store).toBe(true);
    const read = await client().responses.retrieve(made.id);
    expect(read.output_text).toBe(made.output_text);
    const items = await client().responses.inputItems.list(made.id);
    expect(JSON.stringify(items.data)).toContain('Keep me.');
    proxy.restore();
    await eventually(() => spooled().length === 0);
    expect((await client().responses.retrieve(made.id)).output_text).toBe(made.output_text);
    const rows = await database.query('SELECT id FROM stored_responses WHERE id = $1', [made.id]);
    expect(rows).toHaveLength(1);
  });

  it('can be continued while the whole conversation is in this process; otherwise the client gets a retry-after', async () => {
    const stored = await client().responses.create({ model: MODEL, input: 'In the database.' });
    // For a short time after an outage responses are still written to disk first.
    await eventually(() => spooled().length === 0);
    proxy.takeDown();
    const first = await client().responses.create({ model: MODEL, input: 'One.' });
    const next = { model: MODEL, input: 'Two.', previous_response_id: first.id };
    const second = await client().responses.create(next);
    expect(second.previous_response_id).toBe(first.id);
    const response = await fetch(`${gateway.baseUrl}/responses`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: MODEL, input: 'Three.', previous_response_id: stored.id }),
    });
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    proxy.restore();
    await eventually(() => spooled().length === 0);
    const last = await client().responses.create({ ...next, previous_response_id: second.id });
    expect(last.status).toBe('completed');
  });

  it('are streamed to an end that is stored', async () => {
    proxy.takeDown();
    const stream = await client().responses.create({ model: MODEL, input: 'Streamed.', stream: true });
    let final: (OpenAI.Responses.Response & { store?: boolean }) | undefined;
    for await (const event of stream) if (event.type === 'response.completed') final = event.response;
    expect(final?.store).toBe(true);
    expect((await client().responses.retrieve(final?.id ?? '')).id).toBe(final?.id);
  });

  it('are encrypted on disk, so that only the gateway can read them', async () => {
    proxy.takeDown();
    await client().responses.create({ model: MODEL, input: 'A very private sentence.' });
    const [name = ''] = spooled();
    expect(readFileSync(join(folder(), name), 'latin1')).not.toContain('private sentence');
    expect(statSync(join(folder(), name)).mode & 0o777).toBe(0o600);
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
  });

  it('stay deleted', async () => {
    proxy.takeDown();
    const made = await client().responses.create({ model: MODEL, input: 'Not for long.' });
    await expect(client().responses.delete(made.id)).rejects.toMatchObject({ status: 503 });
    proxy.restore();
    await eventually(async () => (await fetch(`${gateway.origin}/readyz`)).ok);
    await client().responses.delete(made.id);
    await eventually(() => spooled().length === 0);
    // For a while after the outage, unknown ids may be those of other machines.
    const unknown = await rawGet(`/responses/${made.id}`);
    expect([unknown.status, Number(unknown.headers.get('retry-after')) > 0]).toEqual([503, true]);
    await eventually(async () => (await rawGet(`/responses/${made.id}`)).status === 404);
  });

  describe('if the disk is not writable either', () => {
    beforeAll(() => {
      rmSync(folder(), { recursive: true, force: true });
      writeFileSync(folder(), 'not a folder');
    });

    afterAll(() => rmSync(folder()));

    it('report that they are not stored', async () => {
      proxy.takeDown();
      const response = await fetch(`${gateway.baseUrl}/responses`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: MODEL, input: 'Lost.' }),
      });
      expect(response.headers.get('x-modelgate-warnings')).toContain('store');
      expect(await response.json()).toMatchObject({ status: 'completed', store: false });
      const stream = await client().responses.create({ model: MODEL, input: 'Lost, too.', stream: true });
      let final: (OpenAI.Responses.Response & { store?: boolean }) | undefined;
      for await (const event of stream) if (event.type === 'response.completed') final = event.response;
      expect(final?.store).toBe(false);
      const metrics = await (await fetch(`${gateway.origin}/metrics`)).text();
      expect(metrics).toMatch(/^modelgate_responses_not_stored_total 2$/m);
    });
  });
});
