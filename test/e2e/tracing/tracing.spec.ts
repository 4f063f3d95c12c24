import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { Exposition } from '../../exposition/index.js';
import { type FakeUpstream, startFakeUpstream } from '../../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, eventually, startTestGateway } from '../../harness/index.js';
import { FakeCollector } from './fake-collector.js';

const SERVER = 2;
const CLIENT = 3;
const SECRET_WORDS = 'a word that nobody else may read';
const LIMITED = 'sk-mg-limited-0123456789abcdef';

let collector: FakeCollector;
let first: FakeUpstream;
let second: FakeUpstream;
let gateway: TestGateway;

beforeAll(async () => {
  [collector, first, second] = await Promise.all([
    FakeCollector.start(),
    startFakeUpstream(),
    startFakeUpstream(),
  ]);
  const channel = {
    provider: 'openai',
    apiKey: 'sk-upstream-1',
    models: [{ id: 'm', upstream: 'gpt-5-mini' }],
  };
  gateway = await startTestGateway({
    sandbox: true,
    channels: [
      { ...channel, name: 'first', baseUrl: first.url, priority: 2 },
      { ...channel, name: 'second', baseUrl: second.url, priority: 1 },
    ],
    models: [{ id: 'm', price: { inputPerMTok: 1, outputPerMTok: 1 } }],
    tokens: [{ name: 'limited', key: LIMITED, rpm: 1 }],
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20c2VjcmV0',
      OTEL_SERVICE_NAME: 'models',
      OTEL_BSP_SCHEDULE_DELAY: '20',
    },
  });
});

afterAll(async () => {
  await gateway.stop();
  await Promise.all([collector.stop(), first.close(), second.close()]);
});

function ask(body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${gateway.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: SECRET_WORDS }], ...body }),
  });
}

function newParent(flags = '01'): { traceId: string; spanId: string; traceparent: string } {
  const traceId = randomBytes(16).toString('hex');
  const spanId = randomBytes(8).toString('hex');
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-${flags}` };
}

describe('a traced request', () => {
  it('has a span below that of the caller, and a child span for each attempt', async () => {
    first.script({ kind: 'error', status: 500 });
    const { traceId, spanId, traceparent } = newParent();
    const response = await ask({}, { traceparent, tracestate: 'vendor=1' });
    expect(response.status).toBe(200);
    const { usage } = (await response.json()) as { usage: Record<string, number> };
    const [request, failed, answered] = await collector.getTrace(traceId, 3);

    expect(request).toMatchObject({
      name: 'chat m',
      kind: SERVER,
      parentSpanId: spanId,
      isError: false,
      resource: { 'service.name': 'models', 'service.instance.id': expect.stringMatching(/^[0-9a-f-]{36}$/) },
      attributes: {
        'http.request.method': 'POST',
        'url.path': '/v1/chat/completions',
        'http.response.status_code': 200,
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': 'm',
        'gen_ai.response.model': 'gpt-5-mini',
        'modelgate.request.id': response.headers.get('x-request-id'),
        'modelgate.channel': 'second',
        'modelgate.attempts': 2,
      },
    });
    expect(request?.attributes).not.toHaveProperty('error.type');
    expect(failed).toMatchObject({
      name: 'chat gpt-5-mini',
      kind: CLIENT,
      parentSpanId: request?.spanId,
      isError: true,
      attributes: {
        'gen_ai.provider.name': 'openai',
        'gen_ai.request.model': 'gpt-5-mini',
        'server.address': '127.0.0.1',
        'server.port': Number(new URL(first.origin).port),
        'http.response.status_code': 500,
        'error.type': 'upstream-error',
        'modelgate.channel': 'first',
        'modelgate.attempt.reason': 'first',
      },
    });
    expect(failed?.attributes).not.toHaveProperty('gen_ai.usage.input_tokens');
    expect(answered).toMatchObject({
      parentSpanId: request?.spanId,
      isError: false,
      attributes: {
        'gen_ai.usage.input_tokens': usage['prompt_tokens'],
        'gen_ai.usage.output_tokens': usage['completion_tokens'],
        'modelgate.channel': 'second',
        'modelgate.attempt.reason': 'failover',
      },
    });
    expect(first.received.at(-1)?.headers).toMatchObject({
      traceparent: `00-${traceId}-${failed?.spanId}-01`,
      tracestate: 'vendor=1',
    });
    expect(second.received.at(-1)?.headers['traceparent']).toBe(`00-${traceId}-${answered?.spanId}-01`);
    gateway.forgetFaults();
  });

  it('has the time to the first token of a stream', async () => {
    const { traceId, traceparent } = newParent();
    await (await ask({ stream: true }, { traceparent })).text();
    const [request, attempt] = await collector.getTrace(traceId, 2);
    expect(request?.attributes).toMatchObject({ 'gen_ai.request.stream': true, 'modelgate.attempts': 1 });
    expect(attempt?.attributes).toMatchObject({
      'gen_ai.request.stream': true,
      'gen_ai.response.time_to_first_chunk': expect.any(Number),
      'gen_ai.usage.output_tokens': expect.any(Number),
    });
    expect(BigInt(attempt?.endTimeUnixNano ?? 0)).toBeLessThanOrEqual(BigInt(request?.endTimeUnixNano ?? 0));
    expect(BigInt(attempt?.startTimeUnixNano ?? 0)).toBeGreaterThanOrEqual(
      BigInt(request?.startTimeUnixNano ?? 0),
    );
  });

  it.each([
    ['by a limit', 429, 'rate-limited', LIMITED],
    ['for its model', 404, 'model-not-found', TEST_TOKEN],
  ])('that is rejected %s has one span with the reason', async (_name, status, outcome, token) => {
    const authorization = `Bearer ${token}`;
    const model = token === LIMITED ? 'm' : 'nobody-has-this';
    if (token === LIMITED) await (await ask({}, { authorization })).text();
    const { traceId, traceparent } = newParent();
    const response = await ask({ model }, { authorization, traceparent });
    expect(response.status).toBe(status);
    await response.text();
    const spans = await collector.getTrace(traceId, 1);
    expect(spans).toHaveLength(1);
    expect(spans[0]).toMatchObject({
      kind: SERVER,
      isError: false,
      attributes: { 'http.response.status_code': status, 'error.type': outcome, 'modelgate.attempts': 0 },
    });
  });

  it('starts a new trace without a traceparent, or with an invalid one', async () => {
    const before = new Set(collector.spans.map(({ traceId }) => traceId));
    const bad = `00-${'0'.repeat(32)}-${'1'.repeat(16)}-01`;
    await (await ask({}, { traceparent: bad })).text();
    const span = await eventually(() => collector.spans.find(({ traceId }) => !before.has(traceId)));
    expect(span.traceId).not.toMatch(/^0+$/);
    const request = (await collector.getTrace(span.traceId, 2)).find(({ kind }) => kind === SERVER);
    expect(request).not.toHaveProperty('parentSpanId');
  });

  it('is not exported if its caller has not sampled it, and the upstream is told so', async () => {
    const unwanted = newParent('00');
    const wanted = newParent();
    await (await ask({}, { traceparent: unwanted.traceparent })).text();
    const told = first.received.at(-1)?.headers['traceparent'];
    expect(told).toMatch(new RegExp(`^00-${unwanted.traceId}-[0-9a-f]{16}-00$`));
    await (await ask({}, { traceparent: wanted.traceparent })).text();
    await collector.getTrace(wanted.traceId, 2);
    expect(collector.spans.filter(({ traceId }) => traceId === unwanted.traceId)).toEqual([]);
  });

  it('of a session is below the span of the session', async () => {
    const { traceId, spanId, traceparent } = newParent();
    const socket = new WebSocket(`${gateway.baseUrl.replace('http', 'ws')}/realtime?model=sandbox-realtime`, {
      headers: { authorization: `Bearer ${TEST_TOKEN}`, traceparent },
    });
    await new Promise<void>((resolve, reject) => {
      socket.on('error', reject);
      socket.on('message', (data: Buffer) => {
        const { type } = JSON.parse(data.toString()) as { type: string };
        if (type === 'session.created') {
          const item = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hello' }] };
          socket.send(JSON.stringify({ type: 'conversation.item.create', item }));
          socket.send(JSON.stringify({ type: 'response.create', response: { output_modalities: ['text'] } }));
        }
        if (type === 'response.done') socket.close(1000);
        if (type === 'error') reject(new Error(data.toString()));
      });
      socket.on('close', () => resolve());
    });
    const spans = await collector.getTrace(traceId, 3);
    const session = spans.find(({ parentSpanId }) => parentSpanId === spanId);
    const request = spans.find(({ parentSpanId }) => parentSpanId === session?.spanId);
    expect(session?.kind).toBe(SERVER);
    expect(request?.attributes['gen_ai.request.model']).toBe('sandbox-realtime');
    expect(spans.some(({ parentSpanId }) => parentSpanId === request?.spanId)).toBe(true);
  });
});

describe('the export to a collector', () => {
  it('uses the address and headers of the environment, and contains no content of requests', async () => {
    const { traceId, traceparent } = newParent();
    await (await ask({}, { traceparent })).text();
    await collector.getTrace(traceId, 2);
    expect(collector.received.length).toBeGreaterThan(0);
    for (const { path, headers, body } of collector.received) {
      expect(path).toBe('/v1/traces');
      expect(headers).toMatchObject({ authorization: 'Basic c2VjcmV0', 'content-type': 'application/json' });
      expect(body).not.toContain(SECRET_WORDS);
      expect(body).not.toContain(TEST_TOKEN);
      expect(body).not.toContain('sk-upstream-1');
    }
  });

  it('is repeated if the collector asks for it, and given up if it rejects the spans; both are counted', async () => {
    const countSpans = async (outcome: string): Promise<number> => {
      const text = await (await fetch(`${gateway.origin}/metrics`)).text();
      return new Exposition(text).value('modelgate_trace_spans_total', { outcome }) ?? Number.NaN;
    };
    const [exported, dropped] = [await countSpans('exported'), await countSpans('dropped')];
    collector.statuses.push(503);
    const again = newParent();
    await (await ask({}, { traceparent: again.traceparent })).text();
    await collector.getTrace(again.traceId, 2);
    expect(gateway.logs.filter(({ msg }) => msg === 'traces cannot be exported')).toHaveLength(1);
    await eventually(() => gateway.logs.find(({ msg }) => msg === 'traces are exported again'));
    expect(await countSpans('exported')).toBeGreaterThanOrEqual(exported + 2);
    expect(await countSpans('dropped')).toBe(dropped);

    collector.statuses.push(400);
    await (await ask({})).text();
    await eventually(async () => (await countSpans('dropped')) === dropped + 2);
  });
});
