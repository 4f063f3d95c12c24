import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { ClockWatch, createDataSource } from '#database';
import { LeasedTable, QueueBacklogs } from '#jobs';
import { ProcessMetrics } from '#telemetry';
import { type INestApplicationContext } from '@nestjs/common';
import { createWorker } from '../../apps/worker/src/create-worker.js';
import { WorkerServer } from '../../apps/worker/src/health/worker-server.js';
import { Exposition } from '../exposition/index.js';
import { TEST_TOKEN, type TestGateway, eventually, startTestGateway } from '../harness/index.js';

const SPENDER = 'sk-mg-spender-0123456789abcdef';
const METRICS_TOKEN = 'scrape-me-please';
const MINUTE_S = 60;

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway({
    sandbox: true,
    models: [{ id: 'sandbox-chat', price: { perRequest: 0.01 } }],
    tokens: [{ name: 'spender', key: SPENDER, budgetUsd: 0.04 }],
    budgets: { globalUsd: 0.1, period: 'monthly', allowUnpricedModels: true },
    environment: { MODELGATE_METRICS_TOKEN: METRICS_TOKEN, MODELGATE_WORKER_PORT: '0' },
  });
});

afterAll(async () => {
  await gateway.stop();
});

async function post(path: string, body: object, token = TEST_TOKEN): Promise<string> {
  const response = await fetch(`${gateway.baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(text);
  return text;
}

async function askFor(model: string): Promise<number> {
  const response = await fetch(`${gateway.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'hi' }] }),
  });
  return response.status;
}

async function scrape(origin = gateway.origin): Promise<Exposition> {
  return new Exposition(await (await fetch(`${origin}/metrics`)).text());
}

describe('the metrics of requests and tasks', () => {
  let exposition: Exposition;
  let socket: WebSocket;

  beforeAll(async () => {
    const words = '[[words=40]] [[pace=10]] go on';
    const messages = [{ role: 'user', content: words }];
    await post('/chat/completions', { model: 'sandbox-chat', messages, stream: true }, SPENDER);
    await post('/chat/completions', { model: 'sandbox-chat', messages: [{ role: 'user', content: 'hi' }] });
    await post('/video/generations', { model: 'sandbox-video', prompt: 'a hill' });
    await gateway.database.query(
      `INSERT INTO webhook_deliveries (id, token_id, url, event, subject, payload, next_attempt_at) VALUES
         ('due', gen_random_uuid(), 'https://a.example', 'a', 'a', '{}', now() - interval '5 minutes'),
         ('later', gen_random_uuid(), 'https://a.example', 'b', 'b', '{}', now() + interval '1 hour'),
         ('taken', gen_random_uuid(), 'https://a.example', 'c', 'c', '{}', now() - interval '9 minutes')`,
    );
    await gateway.database.query(
      `UPDATE webhook_deliveries SET lease_until = now() + interval '1 hour' WHERE id = 'taken'`,
    );
    socket = new WebSocket(`${gateway.baseUrl.replace('http', 'ws')}/realtime?model=sandbox-realtime`, {
      headers: { authorization: `Bearer ${TEST_TOKEN}` },
    });
    await new Promise((resolve, reject) => {
      socket.once('message', resolve);
      socket.once('error', reject);
    });
    await gateway.flushUsage();
    exposition = await scrape();
  });

  afterAll(() => {
    socket.terminate();
  });

  it('time requests by model and channel, for streams also up to the first token', () => {
    const labels = { model: 'sandbox-chat', channel: 'sandbox' };
    expect(exposition.value('modelgate_model_duration_seconds_count', labels)).toBe(2);
    expect(exposition.value('modelgate_first_token_seconds_count', labels)).toBe(1);
    expect(exposition.value('modelgate_output_tokens_per_second_count', labels)).toBe(1);
    const rate = exposition.value('modelgate_output_tokens_per_second_sum', labels);
    expect(rate).toBeGreaterThan(5);
    expect(rate).toBeLessThan(1_000);
  });

  it('count requests by model, and all unlisted models under one name', async () => {
    expect([await askFor('made-up-1'), await askFor('made-up-2')]).toEqual([404, 404]);
    const labels = { operation: 'chat', format: 'openai-chat' };
    const later = await scrape();
    expect([
      later.value('modelgate_requests_total', { ...labels, outcome: 'ok', model: 'sandbox-chat' }),
      later.value('modelgate_requests_total', { ...labels, outcome: 'model-not-found', model: 'other' }),
    ]).toEqual([2, 2]);
  });

  it('report the difference between its clock and that of the database, and requests are still served', async () => {
    const readyz = async (): Promise<unknown[]> => {
      const response = await fetch(`${gateway.origin}/readyz`);
      return [response.status, await response.json()];
    };
    expect(exposition.value('modelgate_clock_offset_seconds')).toBeCloseTo(0, 0);
    expect(await readyz()).toEqual([200, { status: 'ready' }]);
    const clock = gateway.get(ClockWatch);
    const findLines = (): unknown[] =>
      gateway.logs.map(({ msg }) => msg).filter((msg) => String(msg).startsWith('the clock of'));
    for (let round = 0; round < 3; round += 1) await clock.measure(() => Date.now() - 90_000);
    expect((await scrape()).value('modelgate_clock_offset_seconds')).toBeCloseTo(-90, 0);
    expect(await readyz()).toEqual([200, { status: 'degraded', reasons: ['clock'] }]);
    await clock.measure();
    expect(await readyz()).toEqual([200, { status: 'ready' }]);
    expect(findLines()).toEqual([
      'the clock of this machine differs from that of the database: timestamps of usage are wrong',
      'the clock of this machine agrees with that of the database again',
    ]);
  });

  it('report the length and the waiting time of each queue', () => {
    const waiting = (queue: string): (number | undefined)[] => [
      exposition.value('modelgate_queue_unfinished', { queue }),
      exposition.value('modelgate_queue_due', { queue }),
    ];
    expect(waiting('webhooks')).toEqual([3, 1]);
    expect(waiting('video-tasks')).toEqual([1, 1]);
    expect(waiting('background-responses')).toEqual([0, 0]);
    const oldest = exposition.value('modelgate_queue_oldest_due_seconds', { queue: 'webhooks' });
    expect(oldest).toBeGreaterThanOrEqual(5 * MINUTE_S);
    expect(oldest).toBeLessThan(6 * MINUTE_S);
    expect(exposition.value('modelgate_queue_oldest_due_seconds', { queue: 'background-responses' })).toBe(0);
  });

  it('count sessions and connections', async () => {
    expect(exposition.value('modelgate_open_websockets')).toBe(1);
    const connections = ['used', 'idle', 'waiting'].map(
      (state) => exposition.value('modelgate_database_connections', { state }) ?? Number.NaN,
    );
    const limit = exposition.value('modelgate_database_connections_limit') ?? 0;
    expect(limit).toBeGreaterThan(0);
    expect((connections[0] ?? 0) + (connections[1] ?? 0)).toBeGreaterThan(0);
    expect((connections[0] ?? 0) + (connections[1] ?? 0)).toBeLessThanOrEqual(limit);
    socket.close();
    await eventually(async () => (await scrape()).value('modelgate_open_websockets') === 0);
  });

  it('do not count the reads of a scrape as callers that wait for a connection', async () => {
    expect(exposition.value('modelgate_database_connections', { state: 'waiting' })).toBe(0);

    const database = createDataSource({ url: gateway.database.url, entities: [], poolSize: 2 });
    await database.initialize();
    const metrics = new ProcessMetrics(gateway.shared.logger);
    const backlogs = new QueueBacklogs(database);
    const table = { name: 'webhook_deliveries', unfinished: 'TRUE', dueAt: 'next_attempt_at' };
    backlogs.register('webhooks', new LeasedTable(table));
    backlogs.addTo(metrics);
    const readConnections = async (): Promise<unknown[]> => {
      const read = new Exposition(await metrics.expose());
      return ['used', 'idle', 'waiting'].map((state) =>
        read.value('modelgate_database_connections', { state }),
      );
    };
    try {
      const holders = [database.createQueryRunner(), database.createQueryRunner()];
      await Promise.all(holders.map(async (holder) => holder.connect()));
      expect(await readConnections()).toEqual([2, 0, 0]);
      const waiting = [database.query('SELECT 1'), database.query('SELECT 1'), database.query('SELECT 1')];
      // The three, and the read of the scrape before, which has not ended yet.
      expect(await readConnections()).toEqual([2, 0, 4]);
      await Promise.all(holders.map(async (holder) => holder.release()));
      await Promise.all(waiting);
    } finally {
      metrics.close();
      await database.destroy();
    }
  });

  it('report the remaining budgets, without their owners', () => {
    expect(exposition.value('modelgate_budget_left_ratio', { scope: 'token', period: 'total' })).toBe(0.75);
    expect(
      exposition.value('modelgate_budget_left_ratio', { scope: 'global', period: 'monthly' }),
    ).toBeCloseTo(0.8);
    expect(exposition.value('modelgate_budget_left_usd', { period: 'monthly' })).toBeCloseTo(0.08);
    expect(exposition.families.get('modelgate_budget_left_ratio')?.samples).toHaveLength(2);
  });
});

describe('the port of a worker', () => {
  let worker: INestApplicationContext;
  let origin: string;

  beforeAll(async () => {
    worker = await createWorker(gateway.shared);
    origin = `http://127.0.0.1:${worker.get(WorkerServer).port}`;
  });

  afterAll(async () => {
    await worker.close();
  });

  it('reports that the worker is alive', async () => {
    const response = await fetch(`${origin}/healthz`);
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
    expect((await fetch(`${origin}/healthz`, { method: 'POST' })).status).toBe(405);
    const ready = await fetch(`${origin}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
  });

  it('has its metrics, without those of an API', async () => {
    const exposition = await scrape(origin);
    const { families } = exposition;
    expect([...families.keys()]).toEqual(
      expect.arrayContaining([
        'modelgate_queue_due',
        'modelgate_queue_oldest_due_seconds',
        'modelgate_database_connections',
        'modelgate_event_loop_delay_seconds',
        'process_resident_memory_bytes',
      ]),
    );
    expect(exposition.value('modelgate_changes_arriving')).toBe(1);
    expect(families.has('modelgate_requests_total')).toBe(false);
    expect(families.has('modelgate_api_processes')).toBe(false);
  });

  it('requires the metrics token from other machines', async () => {
    const from = { 'x-forwarded-for': '203.0.113.9' };
    const ask = async (headers: Record<string, string>): Promise<number> =>
      (await fetch(`${origin}/metrics`, { headers: { ...from, ...headers } })).status;
    expect(await ask({})).toBe(401);
    expect(await ask({ authorization: 'Bearer something-else' })).toBe(401);
    expect(await ask({ authorization: `Bearer ${METRICS_TOKEN}` })).toBe(200);
  });
});
