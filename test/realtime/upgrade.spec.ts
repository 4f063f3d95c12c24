import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../harness/index.js';
import { type ConnectOptions, RealtimeClient, getRefusal } from './realtime-client.js';

const NARROW = 'sk-mg-narrow-0123456789abcdef';
const SINGLE = 'sk-mg-single-0123456789abcdef';
const PENNILESS = 'sk-mg-penniless-0123456789abcdef';

describe('the upgrade of /v1/realtime', () => {
  let gateway: TestGateway;
  let url: string;

  beforeAll(async () => {
    gateway = await startTestGateway({
      sandbox: true,
      tokens: [
        { name: 'narrow', key: NARROW, models: ['sandbox-chat'] },
        { name: 'single', key: SINGLE, concurrency: 1, rpm: 100 },
        { name: 'penniless', key: PENNILESS, budgetUsd: 0 },
      ],
    });
    url = `${gateway.baseUrl}/realtime?model=sandbox-realtime`;
  });

  afterAll(() => gateway.stop());

  it.each<[string, ConnectOptions & { query?: string }]>([
    ['Authorization', { token: TEST_TOKEN }],
    ['x-api-key', { headers: { 'x-api-key': TEST_TOKEN } }],
    ['api-key', { headers: { 'api-key': TEST_TOKEN } }],
    ['subprotocol', { protocols: ['realtime', `openai-insecure-api-key.${TEST_TOKEN}`] }],
    ['query', { query: `&key=${TEST_TOKEN}` }],
  ])('accepts the token as %s', async (_carrier, { query = '', ...options }) => {
    const client = await RealtimeClient.connect(url + query, options);
    const created = await client.next('session.created');
    expect(created).toMatchObject({
      event_id: expect.stringMatching(/^event_/),
      session: { type: 'realtime', object: 'realtime.session', model: 'sandbox-realtime' },
    });
    client.close();
    expect(await client.whenClosed()).toEqual({ code: 1000, reason: '' });
  });

  it('returns the subprotocol realtime and no other, and none if that was not offered', async () => {
    const offered = ['openai-organization.x', `openai-insecure-api-key.${TEST_TOKEN}`, 'realtime'];
    const browser = await RealtimeClient.connect(url, { protocols: offered });
    expect(browser.socket.protocol).toBe('realtime');
    const plain = await RealtimeClient.connect(url, { token: TEST_TOKEN });
    expect(plain.socket.protocol).toBe('');
    browser.close();
    plain.close();
    await Promise.all([browser.whenClosed(), plain.whenClosed()]);
  });

  it.each<[string, () => string, Parameters<typeof getRefusal>[1], number, string, string | null]>([
    ['no token', () => url, {}, 401, 'missing_api_key', null],
    ['an unknown token', () => url, { token: 'sk-mg-nobody' }, 401, 'invalid_api_key', null],
    ['an unknown secret', () => url, { token: 'ek_nobody' }, 401, 'invalid_api_key', null],
    ['a model that is not allowed', () => url, { token: NARROW }, 403, 'model_not_allowed', 'model'],
    [
      'an unknown model',
      () => `${gateway.baseUrl}/realtime?model=nobody`,
      { token: TEST_TOKEN },
      404,
      'model_not_found',
      'model',
    ],
    [
      'a model without realtime',
      () => `${gateway.baseUrl}/realtime?model=sandbox-embedding`,
      { token: TEST_TOKEN },
      400,
      'unsupported_model_capability',
      'model',
    ],
    [
      'no model',
      () => `${gateway.baseUrl}/realtime`,
      { token: TEST_TOKEN },
      400,
      'missing_required_parameter',
      'model',
    ],
    [
      'a call',
      () => `${gateway.baseUrl}/realtime?call_id=c`,
      { token: TEST_TOKEN },
      400,
      'unsupported_parameter',
      'call_id',
    ],
    [
      'a transcription',
      () => `${gateway.baseUrl}/realtime?intent=transcription`,
      { token: TEST_TOKEN },
      400,
      'unsupported_parameter',
      'intent',
    ],
    [
      'another path',
      () => `${gateway.baseUrl}/realtimes?model=sandbox-realtime`,
      { token: TEST_TOKEN },
      404,
      'unknown_url',
      null,
    ],
    [
      'two tokens',
      () => url,
      { protocols: ['realtime', 'openai-insecure-api-key.a', 'openai-insecure-api-key.b'] },
      400,
      'invalid_value',
      'Sec-WebSocket-Protocol',
    ],
    ['an empty budget account', () => url, { token: PENNILESS }, 429, 'insufficient_quota', null],
  ])('rejects %s over HTTP', async (_what, address, options, status, code, param) => {
    const refusal = await getRefusal(address(), options);
    expect(refusal).toMatchObject({
      status,
      error: { code, param },
      headers: {
        'content-type': expect.stringContaining('application/json'),
        'x-request-id': expect.stringMatching(/^req_/),
      },
    });
    expect(JSON.stringify(refusal)).not.toContain('openai-insecure');
  });

  it('counts a session among the concurrent requests of a token, and returns the limits', async () => {
    const first = await RealtimeClient.connect(url, { token: SINGLE });
    const refusal = await getRefusal(url, { token: SINGLE });
    expect(refusal).toMatchObject({ status: 429, error: { code: 'concurrency_limit_exceeded' } });
    expect(refusal.headers).toHaveProperty('retry-after');
    first.close();
    await first.whenClosed();
    await gateway.getLog(first.requestId);
    const second = await RealtimeClient.connect(url, { token: SINGLE });
    expect(second.headers).toMatchObject({ 'x-ratelimit-limit-requests': '100' });
    second.close();
    await second.whenClosed();
  });

  it('responds to a plain GET with 426', async () => {
    const response = await fetch(url, { headers: { authorization: `Bearer ${TEST_TOKEN}` } });
    expect(response.status).toBe(426);
    expect(response.headers.get('upgrade')).toBe('websocket');
    expect(await response.json()).toMatchObject({ error: { code: 'upgrade_required' } });
  });

  it('responds to another method with 405', async () => {
    const response = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${TEST_TOKEN}` } });
    expect(response.status).toBe(405);
  });

  it.each([
    ['Sec-WebSocket-Key', { 'sec-websocket-key': 'short' }],
    ['Sec-WebSocket-Version', { 'sec-websocket-version': '7' }],
  ])('rejects an invalid %s', async (param, wrong) => {
    const { status, body } = await upgradeWith({
      authorization: `Bearer ${TEST_TOKEN}`,
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'sec-websocket-version': '13',
      ...wrong,
    });
    expect(status).toBe(400);
    expect(JSON.parse(body)).toMatchObject({ error: { param, code: 'invalid_value' } });
  });

  it('serves a request that only offers another protocol, including its body', async () => {
    const body = JSON.stringify({
      model: 'sandbox-chat',
      messages: [{ role: 'user', content: 'Are you there?' }],
    });
    const answer = await overRawSocket(gateway.origin, [
      `POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${TEST_TOKEN}\r\n` +
        'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAA\r\n' +
        `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 10)}`,
      body.slice(10),
      `GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    ]);
    expect(answer.match(/HTTP\/1\.1 200 /g)).toHaveLength(2);
    expect(answer).toContain('"object":"chat.completion"');
  });

  it('logs one line per session', async () => {
    const client = await RealtimeClient.connect(url, { token: TEST_TOKEN });
    await client.next('session.created');
    client.close();
    await client.whenClosed();
    expect(await gateway.getLog(client.requestId)).toMatchObject({
      status: 101,
      outcome: 'ok',
      closeCode: 1000,
      path: '/v1/realtime',
      model: 'sandbox-realtime',
      requests: 0,
      costUsd: 0,
    });
  });

  async function upgradeWith(headers: Record<string, string>): Promise<{ status: number; body: string }> {
    return new Promise((resolve, reject) => {
      const request = httpRequest(url, {
        headers: { connection: 'Upgrade', upgrade: 'websocket', ...headers },
      });
      request.on('response', (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text: string) => (body += text));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      });
      request.on('error', reject);
      request.end();
    });
  }
});

async function overRawSocket(origin: string, chunks: readonly string[]): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  const ended = new Promise((resolve) => socket.once('close', resolve));
  for (const chunk of chunks) await new Promise((resolve) => socket.write(chunk, resolve));
  await ended;
  return answer;
}
