import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import { channelTo } from '../harness/index.js';
import { ApiProcesses } from './api-processes.js';
import { RedisServer } from './redis-server.js';

const SPENDERS = 64;
const AFFORDABLE = 100;
const USD_PER_REQUEST = 0.01;
const KEY = 'sk-mg-spender-0123456789abcdef';
/** So high that they reject nothing, and requests are still counted. */
const LIMITS = { rpm: 100_000, tpm: 1_000_000_000, concurrency: 1_000 };

const CONFIG = {
  models: [{ id: 'm', price: { perRequest: USD_PER_REQUEST } }],
  tokens: [{ name: 'spender', owner: 'ann', key: KEY, budgetUsd: AFFORDABLE * USD_PER_REQUEST, ...LIMITS }],
  owners: [{ name: 'ann', ...LIMITS }],
};

interface Refusal {
  status: number;
  code: unknown;
}

/** Limits are counted in Redis here; budgets are always in the database. */
describe('64 spenders over three processes, on a budget for 100 requests', () => {
  let upstream: FakeUpstream;
  let redis: RedisServer;
  let gateways: ApiProcesses;

  beforeAll(async () => {
    upstream = await startFakeUpstream();
    redis = await RedisServer.start();
    const config = { ...CONFIG, channels: [channelTo(upstream)] };
    gateways = await ApiProcesses.start(3, config, { REDIS_URL: redis.url });
  });

  afterAll(async () => {
    await gateways.remove();
    await upstream.close();
    await redis.kill();
  });

  it('exactly as many are served as the budget pays for, and the ledger agrees', async () => {
    const results = await Promise.all(
      Array.from({ length: SPENDERS }, (_, index) => spendUntilRefused(gateways.origins, index)),
    );
    const served = results.reduce((sum, { successes }) => sum + successes, 0);
    expect(results.map(({ refusal }) => refusal)).toEqual(
      Array.from({ length: SPENDERS }, () => ({ status: 429, code: 'insufficient_quota' })),
    );
    expect(served).toBe(AFFORDABLE);
    expect(upstream.received).toHaveLength(AFFORDABLE);
    expect(await gateways.finish()).toEqual([0, 0, 0]);
    expect(await findBooks(gateways)).toEqual({
      rows: AFFORDABLE,
      costMicroUsd: AFFORDABLE * USD_PER_REQUEST * 1e6,
      left: 0,
    });
    expect(await gateways.verifyLedger()).toMatchObject({ exitCode: 0 });
  });
});

/** Sends one request after another, each to the next process, until the budget is used up. */
async function spendUntilRefused(
  origins: readonly string[],
  from: number,
): Promise<{ successes: number; refusal: Refusal }> {
  let successes = 0;
  for (let turn = from; ; turn += 1) {
    const response = await fetch(`${origins[turn % origins.length]}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hello' }] }),
    });
    const answer = (await response.json()) as { error?: { code?: unknown } };
    const code = answer.error?.code;
    if (response.status === 200) successes += 1;
    // A busy machine may be slow to read budgets: that says nothing about the budget.
    else if (code !== 'store_unavailable') return { successes, refusal: { status: response.status, code } };
  }
}

async function findBooks({ database }: ApiProcesses): Promise<unknown> {
  const [books] = await database.query(`
    SELECT count(*)::int AS rows, sum(cost_micro_usd)::float AS "costMicroUsd",
      (SELECT sum(balance)::float FROM ledger_accounts WHERE id LIKE 'token:%') AS left
    FROM usage_events`);
  return books;
}
