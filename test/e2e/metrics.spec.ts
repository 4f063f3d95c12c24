import { readFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Metrics } from '#telemetry';
import { pino } from 'pino';
import { Exposition } from '../exposition/index.js';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../harness/index.js';

const TOKEN = 'scrape-me-please';
const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Each request has its own connection. */
function ask(origin: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking = request(`${origin}/metrics`, { method, headers, agent: false }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    asking.on('error', reject);
    asking.end();
  });
}

function getError({ body }: Answer): unknown {
  return (JSON.parse(body) as { error: unknown }).error;
}

describe('GET /metrics without a metrics token', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startTestGateway({ sandbox: true });
  });

  afterAll(async () => {
    await gateway.stop();
  });

  it('responds to this machine in the text format of Prometheus', async () => {
    const answer = await ask(gateway.origin);
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-type': CONTENT_TYPE, 'cache-control': 'no-store' },
    });
    expect(answer.headers['x-request-id']).toMatch(/\S+/);
    const exposition = new Exposition(answer.body);
    expect(exposition.value('modelgate_in_flight_requests')).toBe(0);
    expect(exposition.value('modelgate_api_processes', { state: 'answering' })).toBe(1);
    expect(exposition.value('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
    expect(exposition.families.get('modelgate_build_info')?.samples).toEqual([
      {
        name: 'modelgate_build_info',
        labels: { version: expect.stringMatching(/^\d+\.\d+\.\d+/), node: process.version },
        value: 1,
      },
    ]);
  });

  it('continues counting between scrapes', async () => {
    const first = new Exposition((await ask(gateway.origin)).body);
    const second = new Exposition((await ask(gateway.origin)).body);
    const cpu = 'process_cpu_seconds_total';
    expect(second.value(cpu)).toBeGreaterThan(first.value(cpu) ?? Infinity);
  });

  it('responds to HEAD without a body', async () => {
    const { status, headers, body } = await ask(gateway.origin, {}, 'HEAD');
    expect({ status, type: headers['content-type'], body }).toEqual({
      status: 200,
      type: CONTENT_TYPE,
      body: '',
    });
  });

  it('allows no other method', async () => {
    const answer = await ask(gateway.origin, {}, 'POST');
    expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  });

  it('rejects requests through a proxy, trusted or not, whatever headers they have', async () => {
    const answer = await ask(gateway.origin, {
      'x-forwarded-for': '127.0.0.1',
      authorization: `Bearer ${TEST_TOKEN}`,
    });
    expect(answer.status).toBe(403);
    expect(getError(answer)).toEqual({
      message:
        'Metrics are available from this machine only. Set MODELGATE_METRICS_TOKEN to allow other addresses.',
      type: 'permission_error',
      param: null,
      code: 'ip_not_allowed',
    });
  });

  describe('through a program on this machine', () => {
    it.each<Record<string, string>>([
      { host: 'models.example.com' },
      { host: 'attacker.example:3000' },
      { 'x-forwarded-port': '443' },
      { 'cf-connecting-ip': '127.0.0.1' },
      { 'true-client-ip': '127.0.0.1' },
    ])('is rejected with %j', async (headers) => {
      expect((await ask(gateway.origin, headers)).status).toBe(403);
    });

    it.each(['localhost', '127.0.0.1:1', '[::1]:3000'])('is served for the host %s', async (host) => {
      expect((await ask(gateway.origin, { host })).status).toBe(200);
    });
  });
});

describe('GET /metrics with a metrics token, behind a trusted proxy', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    const environment = { MODELGATE_METRICS_TOKEN: TOKEN, TRUST_PROXY: '127.0.0.1' };
    gateway = await startTestGateway({ sandbox: true, environment });
  });

  afterAll(async () => {
    await gateway.stop();
  });

  it('requires no token from this machine', async () => {
    expect((await ask(gateway.origin)).status).toBe(200);
    expect((await ask(gateway.origin, { authorization: 'Bearer something-else' })).status).toBe(200);
  });

  it.each(['203.0.113.9', '127.0.0.1', '10.0.0.1, 127.0.0.1'])(
    'requires the token from a client at %s',
    async (forwarded) => {
      const answer = await ask(gateway.origin, { 'x-forwarded-for': forwarded });
      expect(answer).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
      expect(getError(answer)).toMatchObject({ type: 'invalid_request_error', code: 'missing_api_key' });
    },
  );

  it('accepts the token as bearer, and in no other form', async () => {
    const from = { 'x-forwarded-for': '203.0.113.9' };
    const right = await ask(gateway.origin, { ...from, authorization: `Bearer ${TOKEN}` });
    expect(right.status).toBe(200);
    expect(new Exposition(right.body).families.size).toBeGreaterThan(10);

    const wrong = await ask(gateway.origin, { ...from, authorization: `Bearer ${TEST_TOKEN}` });
    expect(wrong.status).toBe(401);
    expect(getError(wrong)).toMatchObject({ code: 'invalid_api_key' });
    expect((await ask(gateway.origin, { ...from, 'x-api-key': TOKEN })).status).toBe(401);
  });
});

describe('all exposed metrics', () => {
  const awkward = 'a "quoted" \\ name\nin two lines, with {braces}';
  let metrics: Metrics;

  beforeAll(() => {
    metrics = new Metrics({ isListedModel: () => true, logger: pino({ enabled: false }) });
    const facts = {
      operation: 'chat',
      format: 'openai-chat',
      outcome: 'ok',
      model: awkward,
      durationMs: 20,
      firstByteMs: 10,
    };
    const usage = { inputTokens: 1, outputTokens: 1, cachedInputTokens: 1, reasoningTokens: 1 };
    metrics.requestStarted().finish(facts);
    metrics.usageRecorded({ model: awkward, usage, costMicroUsd: 1 });
    metrics.usageRecorded({ model: awkward, usage });
    metrics.attemptFinished(awkward, 'ok');
    metrics.addSource('channel_state', () => [{ channel: awkward, model: 'm', state: 'open', value: 1 }]);
    metrics.addSource('channel_key_refused', () => [{ channel: awkward, value: 1 }]);
    metrics.addSource('upstream_connections', () => [{ address: 'http://a', value: 1 }]);
    metrics.addSource('upstream_connections_limit', () => [{ address: 'http://a', value: 2 }]);
    metrics.addSource('export_rows', () => [{ export: 'warehouse', kind: 'requests', value: 3 }]);
    metrics.addSource('export_lag_seconds', () => [{ export: 'warehouse', kind: 'requests', value: 2 }]);
    metrics.addSource('export_failures', () => [{ export: 'warehouse', kind: 'requests', value: 0 }]);
    metrics.addSource('limits_shared', () => [{ value: 1 }]);
    metrics.addSource('changes_arriving', () => [{ value: 1 }]);
    metrics.addSource('clock_offset_seconds', () => [{ value: 0 }]);
    metrics.addSource('config_generation', () => [{ value: 1 }]);
    metrics.addSource('config_file_counts', () => [{ value: 1 }]);
    metrics.addSource('held_bytes', () => [{ place: 'memory', value: 1 }]);
    metrics.addSource('held_bytes_limit', () => [{ place: 'memory', value: 2 }]);
    metrics.addSource('usage_spool_events', () => [{ value: 3 }]);
    metrics.addSource('usage_spool_durable', () => [{ value: 1 }]);
    metrics.addSource('responses_on_disk', () => [{ value: 0 }]);
    metrics.addSource('overloaded', () => [{ value: 0 }]);
    metrics.addSource('queue_delay_seconds', () => [{ value: 0 }]);
    metrics.responseCompleted({
      model: awkward,
      channel: awkward,
      durationMs: 20,
      firstTokenMs: 10,
      outputTokensPerSecond: 50,
    });
    metrics.addSource('queue_unfinished', () => [{ queue: 'webhooks', value: 1 }]);
    metrics.addSource('queue_due', () => [{ queue: 'webhooks', value: 1 }]);
    metrics.addSource('queue_oldest_due_seconds', () => [{ queue: 'webhooks', value: 1 }]);
    metrics.addSource('open_websockets', () => [{ value: 1 }]);
    metrics.addSource('database_connections', async () => [{ state: 'used', value: 1 }]);
    metrics.addSource('database_connections_limit', () => [{ value: 1 }]);
    metrics.addSource('budget_left_ratio', () => [{ scope: 'token', period: 'total', value: 1 }]);
    metrics.addSource('budget_left_usd', () => [{ period: 'monthly', value: 1 }]);
  });

  afterAll(() => {
    metrics.close();
  });

  it('follow the grammar, whatever the names of channels and models are', async () => {
    const exposition = new Exposition(await metrics.expose());
    expect(exposition.value('modelgate_cost_usd_total', { model: awkward })).toBe(0.000_001);
    expect(exposition.value('modelgate_upstream_attempts_total', { channel: awkward, outcome: 'ok' })).toBe(
      1,
    );
    const state = { channel: awkward, model: 'm', state: 'open' };
    expect(exposition.value('modelgate_channel_state', state)).toBe(1);
  });

  it('are all in the handbook, and the handbook lists no others', async () => {
    const handbook = readFileSync(new URL('../../docs/metrics.md', import.meta.url), 'utf8');
    const rows = handbook.matchAll(/^\| `([a-z_]+)`/gm);
    const documented = Array.from(rows, ([, name]) => name);
    expect(new Set(documented)).toEqual(new Set(new Exposition(await metrics.expose()).families.keys()));
    expect(new Set(documented).size).toBe(documented.length);
  });
});
