import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Service } from '#lifecycle';
import { createWorker } from '../../../apps/worker/src/create-worker.js';
import { type FakeUpstream, startFakeUpstream } from '../../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, eventually, startTestGateway } from '../../harness/index.js';
import { WebhookReceiver } from '../webhooks/webhook-receiver.js';
import { FakeCollector } from './fake-collector.js';

const SERVER = 2;
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
    ],
    tokens: [
      { name: 'hooked', key, webhook: { url: receiver.url('/hook?pass=word'), secret: WEBHOOK_SECRET } },
    ],
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_BSP_SCHEDULE_DELAY: '20',
      MODELGATE_ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
    },
  });
  worker = await createWorker({
    ...gateway.shared,
    settings: { pollTimes: { minMs: 20, maxMs: 100, maxAfterFaultMs: 100 } },
  });
});

afterAll(async () => {
  await worker.close();
  await gateway.stop();
  await Promise.all([collector.stop(), receiver.close(), upstream.close()]);
});

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

/** What the service was told that makes the videos. */
const findContexts = (): (string | undefined)[] =>
  upstream.received.map(({ headers }) => headers['traceparent']);

const toContext = (traceId: string, spanId: string | undefined): string => `00-${traceId}-${spanId}-01`;

describe('the trace of a video', () => {
  it('goes on in the worker, to the webhook that tells of its end', async () => {
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

  it('is not made where the caller keeps none', async () => {
    const traceId = randomBytes(16).toString('hex');
    await askForVideo(traceId, '00', TEST_TOKEN);
    expect(collector.spans.filter((span) => span.traceId === traceId)).toEqual([]);
    const contexts = findContexts().filter((context) => context?.includes(traceId));
    expect(contexts.length).toBeGreaterThan(1);
    expect(contexts.filter((context) => !context?.endsWith('-00'))).toEqual([]);
  });
});
