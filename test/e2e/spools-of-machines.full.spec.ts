import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { Client } from 'pg';
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
const HEADERS = { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' };

/** Each machine has its own data folder and its own connection to the database. */
describe('a response on the disk of one machine', () => {
  let database: TestDatabase;
  let writer: Client;
  const proxies: CuttingProxy[] = [];
  const machines: TestGateway[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    writer = new Client({ connectionString: database.url });
    await writer.connect();
    const key = randomBytes(32).toString('base64');
    for (let machine = 0; machine < 2; machine += 1) {
      const proxy = await CuttingProxy.start(database.url);
      proxies.push(proxy);
      const environment = { DATABASE_URL: proxy.url, MODELGATE_SECRET_KEY: key };
      machines.push(await startTestGateway({ sandbox: true, database, environment }));
    }
  });

  afterAll(async () => {
    await writer.end();
    for (const machine of machines) await machine.stop();
    for (const proxy of proxies) await proxy.stop();
    await database.drop();
  });

  const client = (machine: number): OpenAI =>
    new OpenAI({ baseURL: machines[machine]?.baseUrl, apiKey: TEST_TOKEN, maxRetries: 0 });

  const send = (machine: number, path: string, body?: object): Promise<Response> =>
    fetch(`${machines[machine]?.baseUrl}/responses${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: HEADERS,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  /** The table can be read but not written in the meantime: the database is too slow to store a response. */
  async function whileNothingIsStored(work: () => Promise<void>): Promise<void> {
    await writer.query('BEGIN; LOCK TABLE stored_responses IN EXCLUSIVE MODE');
    try {
      await work();
    } finally {
      await writer.query('ROLLBACK');
    }
  }

  it('makes the other machine report that an unknown id may exist, until the response is in the database', async () => {
    let made: OpenAI.Responses.Response | undefined;
    await whileNothingIsStored(async () => {
      made = await client(0).responses.create({ model: MODEL, input: 'Where am I?' });
      const item = { type: 'item_reference', id: made.output[0]?.id };
      const refused = [
        await send(1, `/${made.id}`),
        await send(1, `/${made.id}?stream=true`),
        await send(1, `/${made.id}/input_items`),
        await send(1, `/${made.id}/cancel`, {}),
        await send(1, '', { model: MODEL, input: 'On.', previous_response_id: made.id }),
        await send(1, '', { model: MODEL, input: [item] }),
      ];
      for (const response of refused) {
        expect([response.status, await response.json()]).toMatchObject([
          503,
          { error: { code: 'store_unavailable' } },
        ]);
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      expect((await send(0, `/${made.id}`)).status).toBe(200);
    });
    const { id = '' } = made ?? {};
    await eventually(async () => (await send(1, `/${id}`)).status === 200);
    await eventually(async () => (await send(1, '/resp_unknown')).status === 404);
    expect(await database.query('SELECT FROM response_spools')).toEqual([]);
  });

  it('is found by the other machine after an outage', async () => {
    for (const proxy of proxies) proxy.takeDown();
    const made = await client(0).responses.create({ model: MODEL, input: 'After an outage.' });
    for (const proxy of proxies) proxy.restore();
    const statuses = new Set<number>();
    await eventually(async () => {
      const { status } = await send(1, `/${made.id}`);
      statuses.add(status);
      return status === 200;
    });
    expect([...statuses].filter((status) => status !== 503)).toEqual([200]);
    await eventually(async () => (await send(1, '/resp_unknown')).status === 404);
  });
});
