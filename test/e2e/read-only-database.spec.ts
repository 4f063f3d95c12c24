import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TEST_TOKEN, type TestGateway, eventually, startTestGateway } from '../harness/index.js';

const BUDGETED_TOKEN = 'sk-mg-budgeted-0123456789';
const CHAT = { model: 'sandbox-chat', messages: [{ role: 'user', content: 'hi' }] };

/** As after a failover that has left the gateway with a standby. */
describe('a database that accepts no writes', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startTestGateway({
      sandbox: true,
      tokens: [{ name: 'budgeted', key: BUDGETED_TOKEN, budgetUsd: 10 }],
      models: [{ id: 'sandbox-chat', price: { inputPerMTok: 1, outputPerMTok: 2 } }],
    });
    const { database } = gateway;
    const [row] = await database.query('SELECT current_database() AS name');
    await database.query(`ALTER DATABASE ${String(row?.['name'])} SET default_transaction_read_only = on`);
    const end = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()';
    await database.query(`${end} AND pid <> pg_backend_pid()`);
  });

  afterAll(async () => {
    await gateway.stop();
  });

  const post = (path: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(gateway.baseUrl + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  it.each([
    ['requests a video', '/video/generations', { model: 'sandbox-video', prompt: 'a hill' }, {}],
    ['sends an idempotency key', '/chat/completions', CHAT, { 'idempotency-key': 'once' }],
    ['has a budget', '/chat/completions', CHAT, { authorization: `Bearer ${BUDGETED_TOKEN}` }],
  ])('is unavailable for a client that %s', async (_what, path, body, headers) => {
    const response = await post(path, body, headers);
    expect([response.status, await response.json()]).toMatchObject([
      503,
      { error: { code: 'store_unavailable' } },
    ]);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('still serves requests that need no write', async () => {
    await eventually(async () => (await post('/chat/completions', CHAT)).status === 200);
  });
});
