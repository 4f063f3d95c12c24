import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ByteBudget } from '#limits';
import { type FakeUpstream, startFakeUpstream } from '../../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, eventually, startTestGateway } from '../../harness/index.js';
import { RealtimeClient, type ServerEvent } from '../../realtime/realtime-client.js';
import { UPSTREAMS } from '../translation/harness.js';
import { withTools } from './requests.js';

const SLOW_TOKEN = 'sk-mg-slow-0123456789abcdef';
const IDLE_TOKEN = 'sk-mg-idle-0123456789abcdef';
const STUBBORN_TOKEN = 'sk-mg-stubborn-0123456789ab';
const MANY_TOKEN = 'sk-mg-many-0123456789abcdef';
const LARGE_TOKEN = 'sk-mg-large-0123456789abcde';
const MAX_SOCKETS = 20;

let upstream: FakeUpstream;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  const channels = UPSTREAMS.map((service) => service.channel(upstream));
  gateway = await startTestGateway({
    channels,
    sandbox: true,
    tokens: [
      { name: 'slow', key: SLOW_TOKEN, rpm: 1, concurrency: 1 },
      { name: 'idle', key: IDLE_TOKEN, rpm: 1 },
      { name: 'stubborn', key: STUBBORN_TOKEN, rpm: 1 },
      { name: 'many', key: MANY_TOKEN },
      { name: 'large', key: LARGE_TOKEN },
    ],
    environment: { MODELGATE_MAX_SOCKETS_PER_TOKEN: String(MAX_SOCKETS) },
  });
});

afterAll(async () => {
  await gateway.stop();
  await upstream.close();
});

function connect(token = TEST_TOKEN): Promise<RealtimeClient> {
  return RealtimeClient.connect(`${gateway.baseUrl}/responses`, { token });
}

const MEGABYTE = 1024 * 1024;

const isLast = ({ type }: ServerEvent): boolean =>
  ['response.completed', 'response.failed', 'error'].includes(type);
const sandboxed = (text: string) => ({ model: 'sandbox-chat', input: text });

const warmUp = (megabytes: number): object => ({
  ...sandboxed('x'.repeat(megabytes * 1024 * 1024)),
  generate: false,
});

/** Sends a request, and returns all of its events. */
async function ask(client: RealtimeClient, body: object): Promise<ServerEvent[]> {
  const from = client.events.length;
  client.send({ type: 'response.create', ...body });
  await client.until(() => client.events.slice(from).find(isLast), 'the last event');
  return client.events.slice(from);
}

const asking = (text: string) => ({ type: 'message', role: 'user', content: text });
const idOf = (events: ServerEvent[]): string | undefined =>
  (events.at(-1)?.['response'] as { id: string } | undefined)?.id;
const lastBody = (): string => upstream.received.at(-1)?.rawBody.toString() ?? '';

describe.each(UPSTREAMS)('a WebSocket to $name', ({ model }) => {
  it('returns the events of the stream, and continues a response that is not stored', async () => {
    upstream.scenario('text');
    const client = await connect();
    const warm = await ask(client, { ...withTools(model), generate: false });
    expect(warm.map(({ type }) => type)).toEqual(['response.created', 'response.completed']);
    const before = upstream.received.length;
    const request = { ...withTools(model), previous_response_id: idOf(warm), input: [asking('Second.')] };
    const first = await ask(client, request);
    expect(upstream.received).toHaveLength(before + 1);
    expect(first[0]).toMatchObject({ type: 'response.created' });
    expect(first.at(-1)).toMatchObject({
      type: 'response.completed',
      response: { status: 'completed', previous_response_id: idOf(warm) },
    });
    expect(lastBody()).toContain('What is there?');
    expect(lastBody()).not.toContain('generate');
    await ask(client, { ...request, previous_response_id: idOf(first), input: [asking('Third.')] });
    for (const text of ['What is there?', 'Second.', 'Third.']) expect(lastBody()).toContain(text);
    client.close();
  });
});

describe('a WebSocket of /v1/responses', () => {
  it('reports what is wrong with a request, and accepts the next', async () => {
    const client = await connect();
    const unknown = await ask(client, { model: 'no-such-model', input: 'x' });
    expect(unknown).toMatchObject([{ type: 'error', status: 404, error: { code: 'model_not_found' } }]);
    const lost = await ask(client, { ...sandboxed('x'), previous_response_id: 'resp_gone' });
    expect(lost).toMatchObject([{ type: 'error', error: { code: 'previous_response_not_found' } }]);
    client.send({ type: 'response.odd' });
    const refused = await client.until(() => client.events[2], 'the refusal');
    expect(refused).toMatchObject({ type: 'error', status: 400, error: { param: 'type' } });
    const named = await ask(client, { ...sandboxed('Hi.'), stream_id: 'lane' });
    expect(named.every((event) => event['stream_id'] === 'lane')).toBe(true);
    expect(named.at(-1)).toMatchObject({ type: 'response.completed' });
    client.close();
  });

  it('makes one response at a time', async () => {
    const client = await connect();
    for (const text of ['[[delay=300]]', 'Next.', 'Too many.']) {
      client.send({ type: 'response.create', ...sandboxed(text) });
    }
    const first = await client.until(() => client.events[0], 'a refusal');
    expect(first).toMatchObject({ type: 'error', status: 409, error: { code: 'response_in_progress' } });
    const count = (type: string): number => client.events.filter((event) => event.type === type).length;
    await client.until(() => count('response.completed') === 2 || undefined, 'two answers');
    const order = client.events.map(({ type }) => type).filter((type) => /created|completed/.test(type));
    expect(order.slice(0, 2)).toEqual(['response.created', 'response.completed']);
    client.close();
  });

  it('cancels its response when the client disconnects', async () => {
    const client = await connect();
    client.send({ type: 'response.create', ...sandboxed('[[pace=200]] [[words=200]]') });
    await client.next('response.output_text.delta');
    client.close();
    const line = await gateway.getLog(client.requestId);
    expect(line).toMatchObject({ status: 101, requests: 1 });
  });

  it('records the session that the connection names, otherwise each request has its own', async () => {
    const metadata = { thread_id: 'thread-1', session_id: 'session-1' };
    const anonymous = await connect();
    await ask(anonymous, { ...sandboxed('Hi.'), client_metadata: metadata, prompt_cache_key: 'key-1' });
    await ask(anonymous, { ...sandboxed('Hi.'), prompt_cache_key: 'key-1' });
    anonymous.close();
    const url = `${gateway.baseUrl}/responses`;
    const headers = { 'session-id': 'session-2', 'thread-id': 'thread-2' };
    const named = await RealtimeClient.connect(url, { token: TEST_TOKEN, headers });
    await ask(named, { ...sandboxed('Hi.'), client_metadata: metadata });
    named.close();
    expect(await gateway.getLog(named.requestId)).toMatchObject({ sessionId: 'session-2' });
    await gateway.flushUsage();
    const rows = await gateway.database.query(
      'SELECT request_id AS id, session_id AS session FROM usage_events WHERE request_id = ANY($1)',
      [[`${anonymous.requestId}-1`, `${anonymous.requestId}-2`, `${named.requestId}-1`]],
    );
    expect(new Map(rows.map(({ id, session }) => [id, session]))).toEqual(
      new Map([
        [`${anonymous.requestId}-1`, 'session-1'],
        [`${anonymous.requestId}-2`, 'key-1'],
        [`${named.requestId}-1`, 'session-2'],
      ]),
    );
  });

  it('logs its requests like those of HTTP', async () => {
    const client = await connect();
    await ask(client, sandboxed('Hi.'));
    client.close();
    await gateway.getLog(client.requestId);
    const lines = gateway.logs.filter(({ session }) => session === client.requestId);
    expect(lines).toMatchObject([{ msg: 'responses request', operation: 'chat', outcome: 'ok' }]);
  });

  it('accepts requests that could be sent by POST, and no others', async () => {
    const client = await connect();
    expect((await ask(client, warmUp(20))).at(-1)).toMatchObject({ type: 'response.completed' });
    client.send({ type: 'response.create', ...warmUp(33) });
    expect(await client.whenClosed()).toMatchObject({ code: 1009 });
  });

  it('counts requests, not connections', async () => {
    const clients = await Promise.all([connect(SLOW_TOKEN), connect(SLOW_TOKEN), connect(SLOW_TOKEN)]);
    const [first, second] = clients;
    expect((await ask(first, sandboxed('Hi.'))).at(-1)).toMatchObject({
      type: 'response.completed',
    });
    expect(await ask(second, sandboxed('Hi.'))).toMatchObject([
      { type: 'error', status: 429, headers: { 'retry-after': expect.any(String) } },
    ]);
    for (const client of clients) client.close();
  });

  it('counts a request that is not to run a model', async () => {
    const client = await connect(IDLE_TOKEN);
    expect((await ask(client, { ...sandboxed('Hi.'), generate: false })).at(-1)).toMatchObject({
      type: 'response.completed',
    });
    const refused = await ask(client, { ...sandboxed('Hi.'), generate: false, stream_id: 'lane' });
    expect(refused).toMatchObject([{ type: 'error', status: 429, stream_id: 'lane' }]);
    client.close();
  });

  it('is closed after several rejected requests in a row', async () => {
    const client = await connect(STUBBORN_TOKEN);
    await ask(client, sandboxed('Hi.'));
    for (let count = 0; count < 100; count += 1) await ask(client, sandboxed('Hi.'));
    expect(await client.whenClosed()).toMatchObject({ code: 1008 });
  });

  it('is rejected if the token already has its maximum of connections', async () => {
    const clients = await Promise.all(Array.from({ length: MAX_SOCKETS }, () => connect(MANY_TOKEN)));
    await expect(connect(MANY_TOKEN)).rejects.toMatchObject({
      refusal: { status: 429, error: { code: 'concurrency_limit_exceeded' } },
    });
    clients[0]?.close();
    const late = await eventually(() => connect(MANY_TOKEN).catch(() => undefined));
    for (const client of [...clients, late]) client.close();
  });

  it('counts the bytes of a message as they arrive, and holds no more than the token may', async () => {
    const memory = gateway.get(ByteBudget);
    const before = memory.usedBytes;
    const clients = await Promise.all(Array.from({ length: 8 }, () => connect(LARGE_TOKEN)));
    // The last byte of each is never sent.
    for (const client of clients)
      client.socket.send(Buffer.alloc(30 * MEGABYTE), { fin: false, binary: false });
    await eventually(() => memory.usedBytes - before >= 119 * MEGABYTE || undefined);
    expect(memory.usedBytes - before).toBeLessThan(136 * MEGABYTE);
    for (const client of clients) client.socket.terminate();
    await eventually(() => memory.usedBytes === before || undefined);
  });

  it('requires a WebSocket upgrade and a valid token', async () => {
    const response = await fetch(`${gateway.baseUrl}/responses`, {
      headers: { authorization: `Bearer ${TEST_TOKEN}` },
    });
    expect(response.status).toBe(426);
    await expect(connect('sk-mg-nobody-0123456789abcdef')).rejects.toMatchObject({
      refusal: { status: 401 },
    });
  });
});
