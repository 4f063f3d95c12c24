import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import OpenAI, { type APIError } from 'openai';
import { type FakeUpstream, type Reply, startFakeUpstream } from '../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, channelTo, eventually, startTestGateway } from '../harness/index.js';
import { findFreePort } from '../small-server/index.js';

const MESSAGES = [{ role: 'user' as const, content: 'one two' }];
const CHAT = { model: 'm', messages: MESSAGES };

/** Longer than the gateway itself waits before one more attempt. */
const LONG_WAIT = { 'retry-after': '30' };

/** Longer than the timeout of these channels. */
const LATE_MS = 250;
const EVENTS: readonly [string, string] = [
  'data: {"choices":[{"index":0,"delta":{"content":"one "}}]}\n\n',
  'data: {"choices":[{"index":0,"delta":{"content":"two"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
];
const late = (...rawChunks: string[]): Reply => ({ kind: 'chunks', rawChunks, gapMs: LATE_MS });

type Case = [name: string, reply: Reply, outcome: string];

/** Failures that may be caused by the channel, whatever the request is. */
const FAULTS: Case[] = [
  ['a reset', { kind: 'reset' }, 'upstream-unreachable'],
  ['401', { kind: 'error', status: 401 }, 'upstream-auth'],
  ['402', { kind: 'error', status: 402 }, 'upstream-quota'],
  ['403', { kind: 'error', status: 403 }, 'upstream-auth'],
  ['404', { kind: 'error', status: 404 }, 'upstream-model-unavailable'],
  ['408', { kind: 'error', status: 408 }, 'upstream-timeout'],
  ['429', { kind: 'error', status: 429 }, 'upstream-overloaded'],
  ['500', { kind: 'error', status: 500 }, 'upstream-error'],
  ['503', { kind: 'error', status: 503 }, 'upstream-overloaded'],
  ['an HTML page', { kind: 'html', status: 200 }, 'upstream-bad-response'],
  ['an HTML error page', { kind: 'html', status: 502 }, 'upstream-error'],
  [
    'a redirect',
    { kind: 'redirect', location: 'http://127.0.0.1:1/v1/chat/completions' },
    'upstream-bad-response',
  ],
];

const WHOLE_FAULTS: Case[] = [
  ['invalid JSON', { kind: 'garbage' }, 'upstream-bad-response'],
  ['truncated JSON', { kind: 'truncate', afterEvents: 2 }, 'upstream-interrupted'],
  [
    'JSON that is no chat completion',
    { kind: 'json', body: { error: { message: 'sorry' } } },
    'upstream-bad-response',
  ],
  ['an empty body', { kind: 'json', body: '' }, 'upstream-bad-response'],
  ['an unrequested stream', { kind: 'chunks' }, 'upstream-bad-response'],
  [
    'an invalid content encoding',
    { kind: 'json', headers: { 'content-encoding': 'gzip' } },
    'upstream-bad-response',
  ],
];

const STREAM_FAULTS: Case[] = [
  ['no response', { kind: 'hang' }, 'upstream-timeout'],
  ['headers without a body', { kind: 'headers-then-hang' }, 'upstream-timeout'],
  ['JSON instead of a stream', { kind: 'json' }, 'upstream-bad-response'],
  ['an error as its first event', { kind: 'in-band-error', afterEvents: 0 }, 'upstream-error'],
  [
    'an invalid first event',
    { kind: 'chunks', rawChunks: [': hello\n\n', 'data: {\n\n'] },
    'upstream-bad-response',
  ],
  ['a stream without events', { kind: 'chunks', rawChunks: [': hello\n\n'] }, 'upstream-interrupted'],
  [
    'a huge first event',
    { kind: 'chunks', rawChunks: [`data: ${'x'.repeat(2 ** 21)}`] },
    'upstream-bad-response',
  ],
];

describe('a request whose first channel fails before the first byte', () => {
  let first: FakeUpstream;
  let second: FakeUpstream;
  let gateway: TestGateway;
  let client: OpenAI;

  beforeAll(async () => {
    [first, second] = await Promise.all([startFakeUpstream(), startFakeUpstream()]);
    const channel = { provider: 'openai-compatible', apiKey: 'sk-upstream-1' };
    const timeouts = { connectMs: 500, firstByteMs: 120, idleMs: 120, wholeMs: 120 };
    gateway = await startTestGateway({
      channels: [
        {
          ...channel,
          name: 'nobody',
          baseUrl: `http://127.0.0.1:${await findFreePort()}/v1`,
          models: ['lonely', 'half'],
          priority: 2,
        },
        { ...channel, name: 'first', baseUrl: first.url, models: ['m', 'patient'], priority: 2, timeouts },
        { ...channel, name: 'second', baseUrl: second.url, models: ['m', 'half'], priority: 1, timeouts },
        { ...channel, name: 'usual', baseUrl: first.url, models: ['hasty'], priority: 2 },
        { ...channel, name: 'spare', baseUrl: second.url, models: ['hasty'], priority: 1 },
      ],
      models: [
        { id: 'patient', timeouts: { firstByteMs: 60_000, idleMs: 60_000, wholeMs: 60_000 } },
        { id: 'hasty', timeouts: { firstByteMs: 120, idleMs: 120, wholeMs: 120 } },
      ],
    });
    client = new OpenAI({ baseURL: gateway.baseUrl, apiKey: TEST_TOKEN, maxRetries: 0 });
  });

  afterEach(() => {
    first.received.length = 0;
    second.received.length = 0;
    gateway.forgetFaults();
  });

  afterAll(async () => {
    await gateway.stop();
    await Promise.all([first.close(), second.close()]);
  });

  const expectSecondToHaveAnswered = async (response: Response, outcome: string): Promise<void> => {
    expect(response.status).toBe(200);
    expect(response.headers.get('x-modelgate-attempts')).toBe('2');
    expect(response.headers.get('x-modelgate-channel')).toBe('second');
    const line = await gateway.getLog(response.headers.get('x-request-id') ?? '');
    expect(line).toMatchObject({
      outcome: 'ok',
      channel: 'second',
      attempts: [
        { channel: 'first', outcome, reason: 'first' },
        { channel: 'second', outcome: 'ok', reason: 'failover' },
      ],
    });
    expect(first.openExchanges()).toBe(0);
  };

  it.each([...FAULTS, ...WHOLE_FAULTS])('is served by the second: %s', async (_name, reply, outcome) => {
    first.script(reply);
    const { data, response } = await client.chat.completions.create(CHAT).withResponse();
    expect(data.choices[0]?.message.content).toBe('one two');
    await expectSecondToHaveAnswered(response, outcome);
  });

  it.each([...FAULTS, ...STREAM_FAULTS])('is streamed by the second: %s', async (_name, reply, outcome) => {
    first.script(reply);
    const { data, response } = await client.chat.completions.create({ ...CHAT, stream: true }).withResponse();
    let text = '';
    for await (const chunk of data) text += chunk.choices[0]?.delta.content ?? '';
    expect(text).toBe('one two');
    await expectSecondToHaveAnswered(response, outcome);
  });

  it('is served by the second if nothing listens at the first', async () => {
    const { response } = await client.chat.completions.create({ ...CHAT, model: 'half' }).withResponse();
    expect(response.headers.get('x-modelgate-attempts')).toBe('2');
    expect(await gateway.getLog(response.headers.get('x-request-id') ?? '')).toMatchObject({
      attempts: [{ channel: 'nobody', outcome: 'upstream-unreachable' }, { channel: 'second' }],
    });
  });

  it.each([400, 413, 415, 422])('is not retried if the request itself is rejected: %i', async (status) => {
    first.script({ kind: 'error', status });
    const error = await getError(client.chat.completions.create(CHAT));
    expect(error.status).toBe(status === 413 ? 413 : 400);
    expect(second.received).toEqual([]);
  });

  it.each<[Reply, Reply, number, string]>([
    [
      { kind: 'error', status: 500 },
      { kind: 'error', status: 429, headers: LONG_WAIT },
      429,
      'rate_limit_exceeded',
    ],
    [{ kind: 'error', status: 429 }, { kind: 'error', status: 401 }, 502, 'upstream_auth_error'],
    [{ kind: 'reset' }, { kind: 'hang' }, 504, 'upstream_timeout'],
    [{ kind: 'error', status: 500 }, { kind: 'error', status: 400 }, 400, 'invalid_request'],
  ])('ends with the last error if all fail', async (firstReply, secondReply, status, code) => {
    first.script(firstReply);
    second.script(secondReply);
    const error = await getError(client.chat.completions.create(CHAT));
    expect(error).toMatchObject({ status, code });
    const line = await gateway.getLog(error.requestID ?? '');
    expect(line['attempts']).toHaveLength(2);
  });

  it.each<Reply>([{ kind: 'hang' }, { kind: 'headers-then-hang' }])(
    'is not paid for twice if its complete response does not arrive in time: %j',
    async (reply) => {
      first.script(reply);
      const error = await getError(client.chat.completions.create(CHAT, { maxRetries: 2 }));
      expect(error).toMatchObject({ status: 504, code: 'upstream_timeout', type: 'server_error' });
      expect(error.headers?.get('x-should-retry')).toBe('false');
      expect([first.received.length, second.received.length]).toEqual([1, 0]);
      expect(await gateway.getLog(error.requestID ?? '')).toMatchObject({
        attempts: [{ channel: 'first', outcome: 'upstream-timeout' }],
      });
      await eventually(() => first.openExchanges() === 0 || undefined);
    },
  );

  it.each<[string, Reply, object]>([
    ['a complete response', { kind: 'json', delayMs: LATE_MS }, {}],
    ['the first event of a stream', late('', ...EVENTS), { stream: true }],
    ['the next event of a stream', late(...EVENTS), { stream: true }],
  ])(
    'has the longer timeout of its model instead of that of its channel: %s',
    async (_of, reply, options) => {
      first.script(reply);
      const body = { ...CHAT, model: 'patient', ...options };
      const response = await client.post('/chat/completions', { body }).asResponse();
      expect(await response.text()).toMatch(/two/);
      expect(first.received).toHaveLength(1);
    },
  );

  it('has the shorter timeout of its model instead of that of its channel, and is not retried', async () => {
    first.script({ kind: 'hang' });
    const error = await getError(client.chat.completions.create({ ...CHAT, model: 'hasty' }));
    expect(error).toMatchObject({ status: 504, code: 'upstream_timeout' });
    expect(error.headers?.get('x-should-retry')).toBe('false');
    expect([first.received.length, second.received.length]).toEqual([1, 0]);
  });

  it("moves to another channel when the model's timeout for the start of a stream is over", async () => {
    first.script({ kind: 'hang' });
    const body = { ...CHAT, model: 'hasty', stream: true };
    const response = await client.post('/chat/completions', { body }).asResponse();
    expect(response.headers.get('x-modelgate-channel')).toBe('spare');
    expect(await response.text()).toContain('two');
  });

  it("is aborted when the model's timeout between events is over", async () => {
    first.script({ kind: 'stall', afterEvents: 1 });
    const stream = await client.chat.completions.create({ ...CHAT, model: 'hasty', stream: true });
    const chunks = stream[Symbol.asyncIterator]();
    await chunks.next();
    expect(await getError(chunks.next())).toMatchObject({ code: 'upstream_stream_error' });
  });

  it('goes to the second at once after five complete responses in a row did not arrive in time', async () => {
    first.script(...Array.from({ length: 5 }, () => ({ kind: 'hang' as const })));
    for (let turn = 0; turn < 5; turn += 1) await getError(client.chat.completions.create(CHAT));
    const { response } = await client.chat.completions.create(CHAT).withResponse();
    expect(response.headers.get('x-modelgate-channel')).toBe('second');
    expect(response.headers.get('x-modelgate-attempts')).toBe('1');
  });

  it('is a 503 if the only channel cannot be reached', async () => {
    const error = await getError(client.chat.completions.create({ ...CHAT, model: 'lonely' }));
    expect(error).toMatchObject({ status: 503, code: 'upstream_unreachable', type: 'server_error' });
  });
});

describe('a request whose only channel returns retry-after', () => {
  let upstream: FakeUpstream;
  let gateway: TestGateway;
  let client: OpenAI;

  beforeAll(async () => {
    upstream = await startFakeUpstream();
    gateway = await startTestGateway({ channels: [channelTo(upstream)] });
    client = new OpenAI({ baseURL: gateway.baseUrl, apiKey: TEST_TOKEN, maxRetries: 0 });
  });

  afterEach(() => {
    upstream.received.length = 0;
    gateway.forgetFaults();
  });

  afterAll(async () => {
    await gateway.stop();
    await upstream.close();
  });

  it.each([429, 503])('is retried once after a short wait: %i', async (status) => {
    upstream.script({ kind: 'error', status, headers: { 'retry-after': '0.2' } });
    const startedAt = performance.now();
    const { data, response } = await client.chat.completions.create(CHAT).withResponse();
    expect(performance.now() - startedAt).toBeGreaterThan(190);
    expect(data.choices[0]?.message.content).toBe('one two');
    expect(response.headers.get('x-modelgate-attempts')).toBe('2');
    expect(await gateway.getLog(response.headers.get('x-request-id') ?? '')).toMatchObject({
      outcome: 'ok',
      attempts: [
        { reason: 'first', outcome: 'upstream-overloaded', upstreamStatus: status },
        { reason: 'retry', outcome: 'ok' },
      ],
    });
  });

  it('is not sent a third time', async () => {
    const busy: Reply = { kind: 'error', status: 429, headers: { 'retry-after': '0.05' } };
    upstream.script(busy, busy);
    const error = await getError(client.chat.completions.create(CHAT));
    expect(error).toMatchObject({ status: 429, code: 'rate_limit_exceeded' });
    expect(upstream.received).toHaveLength(2);
  });

  it('returns the retry-after to the client if it is longer', async () => {
    upstream.script({ kind: 'error', status: 429, headers: LONG_WAIT });
    const error = await getError(client.chat.completions.create(CHAT));
    expect(error).toMatchObject({ status: 429, code: 'rate_limit_exceeded' });
    expect(error.headers?.get('retry-after')).toBe('30');
    expect(await gateway.getLog(error.requestID ?? '')).toMatchObject({
      attempts: [{ reason: 'first', outcome: 'upstream-overloaded' }],
    });
    expect(upstream.received).toHaveLength(1);
  });
});

async function getError(request: Promise<unknown>): Promise<APIError> {
  return request.then(
    () => {
      throw new Error('the request was expected to fail');
    },
    (error: unknown) => error as APIError,
  );
}
