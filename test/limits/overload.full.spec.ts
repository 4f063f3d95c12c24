import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, channelTo, eventually, startTestGateway } from '../harness/index.js';
import { RealtimeClient, type ServerEvent } from '../realtime/realtime-client.js';

interface Call {
  path: string;
  headers?: Record<string, string>;
  status: number;
  words: string;
}

const CALLS: Call[] = [
  { path: '/v1/chat/completions', status: 503, words: '"code":"server_is_overloaded"' },
  {
    path: '/v1/messages',
    headers: { 'anthropic-version': '2023-06-01' },
    status: 529,
    words: '"type":"overloaded_error"',
  },
  {
    path: '/v1beta/models/sandbox-chat:generateContent',
    status: 503,
    words: '"status":"UNAVAILABLE"',
  },
];
/** More than are started in one iteration of the event loop, so some have to wait. */
const CALLS_AT_ONCE = 40;
const LARGE_BYTES = 2 * 1_048_576;
/** More than is read before a request is rejected, and little enough to be read afterwards. */
const MEDIUM_BYTES = 300_000;

/** While it runs fast, every request that waits has waited too long. */
const clock = {
  isFast: false,
  readings: 0,
  nowMs: 0,
  get cpuMs() {
    if (this.isFast) this.readings += 1;
    return this.readings * 1_000;
  },
};

const SAID = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hello' }] };
const RESPOND = { type: 'response.create', response: { output_modalities: ['text'], input: [SAID] } };

/** Sockets on which this message requests a response. */
const SOCKETS: [name: string, path: string, message: object][] = [
  ['responses', '/responses', { type: 'response.create', model: 'sandbox-chat', input: 'hello' }],
  ['realtime, bridged', '/realtime?model=sandbox-chat', RESPOND],
  ['realtime, passed through', '/realtime?model=realtime', RESPOND],
];

let upstream: FakeUpstream;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  const realtime = { id: 'realtime', upstream: 'gpt-realtime' };
  gateway = await startTestGateway({
    sandbox: true,
    channels: [{ ...channelTo(upstream), provider: 'openai', models: [realtime] }],
    queueClock: clock,
  });
});

afterAll(async () => {
  await gateway.stop();
  await upstream.close();
});

function send({ path, headers }: Pick<Call, 'path' | 'headers'>, content = 'hello'): Promise<Response> {
  return fetch(gateway.origin + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({
      model: 'sandbox-chat',
      max_tokens: 5,
      messages: [{ role: 'user', content }],
      contents: [{ role: 'user', parts: [{ text: content }] }],
    }),
  });
}

async function sendMany(call: Call, content?: string): Promise<{ served: number; refused: Response[] }> {
  const responses = await Promise.all(Array.from({ length: CALLS_AT_ONCE }, () => send(call, content)));
  const refused = responses.filter(({ status }) => status === call.status);
  return { served: responses.filter(({ status }) => status === 200).length, refused };
}

/** The gateway has accepted the connection when it has responded to a first request. */
async function openConnection(): Promise<Socket> {
  const socket = connect(Number(new URL(gateway.origin).port), '127.0.0.1').setEncoding('latin1');
  socket.write('GET /healthz HTTP/1.1\r\nhost: gateway\r\n\r\n');
  await once(socket, 'data');
  return socket;
}

/** The statuses of two requests that are sent on this connection at once. */
function sendTwo(socket: Socket, content: string): Promise<string[]> {
  const body = JSON.stringify({
    model: 'sandbox-chat',
    max_tokens: 5,
    messages: [{ role: 'user', content }],
  });
  const head = `POST /v1/chat/completions HTTP/1.1\r\nhost: gateway\r\nauthorization: Bearer ${TEST_TOKEN}\r\n`;
  const request = `${head}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  return new Promise((resolve, reject) => {
    let received = '';
    socket.on('data', (text) => {
      received += text;
      const statuses = [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status);
      if (statuses.length < 2) return;
      socket.destroy();
      resolve(statuses);
    });
    socket.on('error', reject).on('end', () => reject(new Error('The gateway closed the connection')));
    socket.write(request + request);
  });
}

function isEnd({ type }: ServerEvent): boolean {
  return ['response.completed', 'response.done', 'error'].includes(type);
}

function isServed(event: ServerEvent): boolean {
  return isEnd(event) && !JSON.stringify(event).includes('overloaded');
}

describe('requests that wait too long', () => {
  it.each(CALLS)('are rejected in the format of the client: $path', async (call) => {
    clock.isFast = true;
    // The second rejection of a client is sent before its request is examined.
    for (let refusals = 0; refusals < 10;) {
      const { served, refused } = await sendMany(call);
      expect(served + refused.length).toBe(CALLS_AT_ONCE);
      for (const response of refused) {
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
        expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(3);
        expect(response.headers.get('content-type')).toMatch(/^application\/json/);
        expect(response.headers.get('x-request-id')).toMatch(/^req_/);
        expect(await response.text()).toContain(call.words);
      }
      refusals += refused.length;
    }
  });

  it('close the connection if the rest of the body is too long to be read', async () => {
    clock.isFast = true;
    const { refused } = await eventually(async () => {
      const sent = await sendMany(CALLS[0] as Call, 'x'.repeat(LARGE_BYTES));
      return sent.refused.length > 1 ? sent : undefined;
    });
    expect(refused.map(({ headers }) => headers.get('connection'))).toContain('close');
  });

  it('keep the connection if the rest of the body is read later', async () => {
    clock.isFast = true;
    await eventually(async () => {
      // Sent on open connections, so that all of them arrive at once.
      const sockets = await Promise.all(Array.from({ length: CALLS_AT_ONCE }, openConnection));
      const pairs = await Promise.all(sockets.map((socket) => sendTwo(socket, 'x'.repeat(MEDIUM_BYTES))));
      expect(new Set(pairs.flat().filter((status) => !['200', '503'].includes(status)))).toEqual(new Set());
      return pairs.some(([first]) => first === '503') || undefined;
    });
  });

  it('are counted, without health checks', async () => {
    clock.isFast = true;
    const flood = sendMany(CALLS[0] as Call);
    const checks = await Promise.all(
      Array.from({ length: CALLS_AT_ONCE }, () => fetch(`${gateway.origin}/healthz`)),
    );
    expect(new Set(checks.map(({ status }) => status))).toEqual(new Set([200]));
    await flood;
    const metrics = await (await fetch(`${gateway.origin}/metrics`)).text();
    const [, count] = /^modelgate_overload_refused_total\{reason="share"\} (\d+)$/m.exec(metrics) ?? [];
    expect(Number(count)).toBeGreaterThanOrEqual(30);
    expect(metrics).toMatch(/^modelgate_overloaded 1$/m);
  });

  it.each(SOCKETS)('are rejected on a socket by an event: %s', async (_name, path, message) => {
    clock.isFast = false;
    const connections = Array.from({ length: CALLS_AT_ONCE }, () =>
      RealtimeClient.connect(gateway.baseUrl + path, { token: TEST_TOKEN }),
    );
    const clients = await Promise.all(connections);
    if (path.startsWith('/realtime'))
      await Promise.all(clients.map((client) => client.next('session.created')));
    clock.isFast = true;
    for (const client of clients) client.send(message);
    const ends = await Promise.all(
      clients.map((client) => client.until(() => client.events.find(isEnd), 'the end of a response')),
    );
    const refused = ends.filter((event) => JSON.stringify(event).includes('server_is_overloaded'));
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(CALLS_AT_ONCE);
    // The connection of a rejected message can still be used.
    clock.isFast = false;
    const client = clients[ends.findIndex((event) => refused.includes(event))] as RealtimeClient;
    const from = client.events.length;
    client.send(message);
    await client.until(() => client.events.slice(from).find(isServed), 'a response');
    for (const { socket } of clients) socket.terminate();
  });

  it('do not occur while the queue is short', async () => {
    clock.isFast = false;
    const { served } = await sendMany(CALLS[0] as Call);
    expect(served).toBe(CALLS_AT_ONCE);
  });
});
