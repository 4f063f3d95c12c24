import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Service } from '#lifecycle';
import { createWorker } from '../../../apps/worker/src/create-worker.js';
import { type FakeUpstream, startFakeUpstream } from '../../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, eventually, startTestGateway } from '../../harness/index.js';
import { WebhookReceiver } from '../webhooks/webhook-receiver.js';
import { FakeCollector } from './fake-collector.js';

const SERVER = 2;
const CLIENT = 3;
const CONSUMER = 5;
const SECRET_WORDS = 'a hill that nobody else may see';
const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;

let collector: FakeCollector;
let receiver: WebhookReceiver;
let upstream: FakeUpstream;
let gateway: TestGateway;
let worker: Service;

beforeAll(async () => {
  [collector, receiver, upstream] = await Promise.all([
    FakeCollector.start(),
    new WebhookReceiver().listen(),
    startFakeUpstream(),
  ]);
  const key = 'sk-mg-hooked-0123456789abcdef';
  gateway = await startTestGateway({
    channels: [
      {
        name: 'videos',
        provider: 'openai-compatible',
        apiKey: 'sk-upstream-1',
        baseUrl: upstream.url,
        models: ['sora-2'],
      },
      ...['first', 'second'].map((name, index) => ({
        name,
        provider: 'openai-compatible',
        apiKey: 'sk-upstream-1',
        baseUrl: upstream.url,
        models: [{ id: 'm', upstream: 'gpt-5-mini' }],
        priority: 2 - index,
      })),
    ],
    models: [{ id: 'm', price: { inputPerMTok: 1, outputPerMTok: 1 } }],
    tokens: [
      { name: 'hooked', key, webhook: { url: receiver.url('/hook?pass=word'), secret: WEBHOOK_SECRET } },
    ],
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_BSP_SCHEDULE_DELAY: '20',
      MODELGATE_ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
    },
  });
  worker = await startWorker();
});

afterAll(async () => {
  await worker.close();
  await gateway.stop();
  await Promise.all([collector.stop(), receiver.close(), upstream.close()]);
});

function startWorker(): Promise<Service> {
  return createWorker({
    ...gateway.shared,
    settings: { pollTimes: { minMs: 20, maxMs: 100, maxAfterFaultMs: 100 } },
    responseSettings: { drainMs: 50 },
  });
}

async function askForVideo(
  traceId: string,
  flags: string,
  token = 'sk-mg-hooked-0123456789abcdef',
): Promise<string> {
  const response = await fetch(`${gateway.baseUrl}/video/generations`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      traceparent: `00-${traceId}-00f067aa0ba902b7-${flags}`,
    },
    body: JSON.stringify({ model: 'sora-2', prompt: SECRET_WORDS }),
  });
  const { task_id: id } = (await response.json()) as { task_id: string };
  await eventually(async () => {
    const headers = { authorization: `Bearer ${token}` };
    const asked = await fetch(`${gateway.baseUrl}/video/generations/${id}`, { headers });
    const { status } = (await asked.json()) as { status: string };
    return status === 'completed' || undefined;
  }, 30_000);
  return id;
}

/** The trace contexts that the video service received. */
const findContexts = (): (string | undefined)[] =>
  upstream.received.map(({ headers }) => headers['traceparent']);

const toContext = (traceId: string, spanId: string | undefined): string => `00-${traceId}-${spanId}-01`;

describe('the trace of a video', () => {
  it('continues in the worker, up to the webhook that reports its end', async () => {
    const traceId = randomBytes(16).toString('hex');
    const id = await askForVideo(traceId, '01');
    const spans = await eventually(() => {
      const found = collector.spans.filter((span) => span.traceId === traceId);
      return found.some(({ name }) => name === 'webhook video.completed') ? found : undefined;
    }, 20_000);
    const request = spans.find(({ kind }) => kind === SERVER);
    const work = spans.filter((span) => span !== request);
    expect(new Set(work.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([request?.spanId]));
    expect(work.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['submit sora-2', 'poll sora-2', 'fetch sora-2', 'webhook video.completed']),
    );
    expect(work.filter(({ isError }) => isError)).toEqual([]);
    const submission = work.find(({ name }) => name.startsWith('submit'));
    expect(submission?.attributes).toMatchObject({
      'modelgate.task.id': id,
      'modelgate.task.step': 'submit',
      'http.response.status_code': 200,
    });
    const webhook = work.find(({ name }) => name.startsWith('webhook'));
    expect(webhook?.attributes).toMatchObject({
      'server.address': '127.0.0.1',
      'modelgate.webhook.attempt': 1,
      'http.response.status_code': 200,
    });
    const polls = work.filter(({ name }) => name.startsWith('poll'));
    for (const span of [submission, ...polls])
      expect(findContexts()).toContain(toContext(traceId, span?.spanId));
    expect(receiver.callsTo('/hook?pass=word').at(-1)?.headers['traceparent']).toBe(
      toContext(traceId, webhook?.spanId),
    );
    const sent = collector.received.map(({ body }) => body).join();
    expect(sent).not.toContain(SECRET_WORDS);
    expect(sent).not.toContain('pass=word');
  });

  it('is not recorded if the caller has not sampled it', async () => {
    const traceId = randomBytes(16).toString('hex');
    await askForVideo(traceId, '00', TEST_TOKEN);
    expect(collector.spans.filter((span) => span.traceId === traceId)).toEqual([]);
    const contexts = findContexts().filter((context) => context?.includes(traceId));
    expect(contexts.length).toBeGreaterThan(1);
    expect(contexts.filter((context) => !context?.endsWith('-00'))).toEqual([]);
  });
});

describe('the trace of a response in the background', () => {
  const headers = { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' };

  async function order(traceId: string, flags = '01'): Promise<string> {
    const response = await fetch(`${gateway.baseUrl}/responses`, {
      method: 'POST',
      headers: {
        ...headers,
        traceparent: `00-${traceId}-00f067aa0ba902b7-${flags}`,
        tracestate: 'vendor=1',
      },
      body: JSON.stringify({ model: 'm', input: SECRET_WORDS, background: true }),
    });
    return ((await response.json()) as { id: string }).id;
  }

  async function waitUntilMade(id: string): Promise<void> {
    await eventually(async () => {
      const asked = await fetch(`${gateway.baseUrl}/responses/${id}`, { headers });
      const { status } = (await asked.json()) as { status: string };
      return status === 'completed' || undefined;
    }, 20_000);
  }

  it('continues below the request that created it, with a span for each attempt', async () => {
    const traceId = randomBytes(16).toString('hex');
    const before = upstream.received.length;
    upstream.script({ kind: 'error', status: 500 });
    const id = await order(traceId);
    await waitUntilMade(id);
    const [request, failed, answered, run] = await collector.getTrace(traceId, 4);

    expect(request).toMatchObject({
      parentSpanId: '00f067aa0ba902b7',
      attributes: { 'url.path': '/v1/responses', 'modelgate.attempts': 0 },
    });
    expect(run).toMatchObject({
      name: 'background chat m',
      kind: CONSUMER,
      parentSpanId: request?.spanId,
      isError: false,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': 'm',
        'gen_ai.response.model': 'gpt-5-mini',
        'modelgate.request.id': request?.attributes['modelgate.request.id'],
        'modelgate.token.id': request?.attributes['modelgate.token.id'],
        'modelgate.response.id': id,
        'modelgate.response.run': 1,
        'modelgate.channel': 'second',
        'modelgate.attempts': 2,
        'modelgate.cost_usd': expect.any(Number),
      },
    });
    expect(run?.attributes).not.toHaveProperty('error.type');
    expect(failed).toMatchObject({
      name: 'chat gpt-5-mini',
      kind: CLIENT,
      parentSpanId: run?.spanId,
      isError: true,
      attributes: {
        'modelgate.channel': 'first',
        'http.response.status_code': 500,
        'error.type': 'upstream-error',
      },
    });
    expect(answered).toMatchObject({
      kind: CLIENT,
      parentSpanId: run?.spanId,
      isError: false,
      attributes: {
        'modelgate.channel': 'second',
        'modelgate.attempt.reason': 'failover',
        'server.address': '127.0.0.1',
        'gen_ai.usage.output_tokens': expect.any(Number),
      },
    });
    expect(upstream.received.slice(before).map((received) => received.headers)).toMatchObject([
      { traceparent: toContext(traceId, failed?.spanId), tracestate: 'vendor=1' },
      { traceparent: toContext(traceId, answered?.spanId), tracestate: 'vendor=1' },
    ]);
    expect(collector.received.map(({ body }) => body).join()).not.toContain(SECRET_WORDS);
    gateway.forgetFaults();
  });

  it('is one trace also if another worker takes it over', async () => {
    const traceId = randomBytes(16).toString('hex');
    const before = upstream.received.length;
    upstream.script({ kind: 'hang' });
    const id = await order(traceId);
    await upstream.waitForRequest(before);
    await worker.close();
    worker = await startWorker();
    await waitUntilMade(id);
    const [request, first, second, ...runs] = await collector.getTrace(traceId, 5);
    expect(runs).toMatchObject([
      {
        parentSpanId: request?.spanId,
        attributes: { 'modelgate.response.run': 1, 'error.type': 'shutting-down' },
      },
      { parentSpanId: request?.spanId, isError: false, attributes: { 'modelgate.response.run': 2 } },
    ]);
    expect([first?.parentSpanId, second?.parentSpanId]).toEqual(runs.map(({ spanId }) => spanId));
  });

  it('reports a cancelled one as cancelled, which is no error', async () => {
    const traceId = randomBytes(16).toString('hex');
    const before = upstream.received.length;
    upstream.script({ kind: 'hang' });
    const id = await order(traceId);
    await upstream.waitForRequest(before);
    const url = `${gateway.baseUrl}/responses/${id}/cancel`;
    const { authorization } = headers;
    expect((await fetch(url, { method: 'POST', headers: { authorization } })).status).toBe(200);
    const [, , run] = await collector.getTrace(traceId, 3);
    expect(run).toMatchObject({
      kind: CONSUMER,
      isError: false,
      attributes: { 'error.type': 'client-gone' },
    });
  });

  it('is not recorded if the caller has not sampled it, and the upstream is told so', async () => {
    const traceId = randomBytes(16).toString('hex');
    await waitUntilMade(await order(traceId, '00'));
    expect(upstream.received.at(-1)?.headers['traceparent']).toMatch(
      new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`),
    );
    const wanted = randomBytes(16).toString('hex');
    await order(wanted);
    await collector.getTrace(wanted, 3);
    expect(collector.spans.filter((span) => span.traceId === traceId)).toEqual([]);
  });
});
