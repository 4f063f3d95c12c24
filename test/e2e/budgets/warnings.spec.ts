import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestGateway, eventually, startTestGateway } from '../../harness/index.js';

const SPENDER = 'sk-mg-spender-0123456789abcdef';
const HOOK = 'https://hooks.example.com/token';
const GATEWAY_HOOK = 'https://hooks.example.com/gateway';

/** One request costs a cent; the token has ten, its owner twenty, and all tokens together twelve and a half. */
describe('a budget that is nearly used up', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startTestGateway({
      sandbox: true,
      models: [{ id: 'sandbox-chat', price: { perRequest: 0.01 } }],
      tokens: [{ name: 'spender', key: SPENDER, owner: 'ann', budgetUsd: 0.1, webhook: { url: HOOK } }],
      owners: [{ name: 'ann', budget: { usd: 0.2, period: 'daily' } }],
      budgets: { globalUsd: 0.125, period: 'monthly', webhook: { url: GATEWAY_HOOK } },
    });
  });
  afterAll(async () => gateway.stop());

  const spend = async (): Promise<number> => {
    const response = await fetch(`${gateway.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${SPENDER}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'sandbox-chat', messages: [{ role: 'user', content: 'hi' }] }),
    });
    await response.text();
    return response.status;
  };
  const warnings = async (): Promise<unknown[]> => {
    const rows = await gateway.database.query(
      `SELECT url, payload->'data' AS data FROM webhook_deliveries WHERE event = 'budget.threshold' ORDER BY created_at, url`,
    );
    return rows.map(({ url, data }) => {
      const { scope, name, period, percent, limit_usd, spent_usd } = data as Record<string, unknown>;
      return { url, scope, name, period, percent, limit_usd, spent_usd };
    });
  };

  it('sends one warning at 80% and one at its end, to the webhook of the token or of the gateway', async () => {
    const statuses: number[] = [];
    for (let request = 0; request < 12; request += 1) statuses.push(await spend());
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429]);
    const told = await eventually(async () => {
      const all = await warnings();
      return all.length >= 3 ? all : undefined;
    });
    const token = { url: HOOK, scope: 'token', period: 'total', limit_usd: 0.1 };
    expect(told).toHaveLength(3);
    expect(told).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...token, percent: 80 }),
        expect.objectContaining({ ...token, percent: 100, spent_usd: 0.1 }),
        expect.objectContaining({
          url: GATEWAY_HOOK,
          scope: 'global',
          period: 'monthly',
          percent: 80,
          limit_usd: 0.125,
        }),
      ]),
    );
  });
});
