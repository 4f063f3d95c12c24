import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, startTestGateway, channelTo } from '../harness/index.js';
import { type RawAnswer, sendRaw } from '../raw-http/index.js';

const POST = 'POST /v1/chat/completions HTTP/1.1\r\n';
const HOST = 'Host: x\r\n';
const AUTH = `Authorization: Bearer ${TEST_TOKEN}\r\n`;
const BODY = '{"model":"m","messages":[{"role":"user","content":"hi"}]}';
const LENGTH = `Content-Length: ${BODY.length}\r\n`;

const manyHeaders = (count: number): string =>
  Array.from({ length: count }, (_, index) => `x${index}: 1\r\n`).join('');
const chunked = (value: string): string =>
  `${POST}${HOST}${AUTH}Transfer-Encoding: ${value}\r\n\r\n0\r\n\r\n`;
const withLength = (...values: string[]): string =>
  `${POST}${HOST}${AUTH}${values.map((value) => `Content-Length: ${value}\r\n`).join('')}\r\n{}{}`;

describe('the HTTP edge', () => {
  let upstream: FakeUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    upstream = await startFakeUpstream();
    gateway = await startTestGateway({
      channels: [channelTo(upstream)],
    });
  });

  afterAll(async () => {
    await gateway.stop();
    await upstream.close();
  });

  it.each([
    ['a length and chunks', `${POST}${HOST}${AUTH}${LENGTH}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
    ['two different lengths', withLength('4', '5'), 400],
    ['two equal lengths', withLength('4', '4'), 400],
    ['a length with a sign', withLength('+4'), 400],
    ['a negative length', withLength('-1'), 400],
    ['a list of lengths', withLength('4,4'), 400],
    ['a hexadecimal length', withLength('0x4'), 400],
    ['an unknown transfer encoding', chunked('xchunked'), 400],
    ['chunks that are not last', chunked('chunked, identity'), 400],
    ['chunks with a vertical tab', chunked('chunked\x0b'), 400],
    ['a space before the colon', `GET / HTTP/1.1\r\n${HOST}X-A : 1\r\n\r\n`, 400],
    ['a folded header', `GET / HTTP/1.1\r\n${HOST}X-A: 1\r\n 2\r\n\r\n`, 400],
    ['a bare line feed', `GET / HTTP/1.1\n${HOST}X-A: 1\n\n`, 400],
    ['NUL in a header', `GET / HTTP/1.1\r\n${HOST}X-A: a\0b\r\n\r\n`, 400],
    ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n', 400],
    ['two Hosts', `GET /healthz HTTP/1.1\r\n${HOST}Host: y\r\n\r\n`, 400],
    ['two equal Hosts', `GET /healthz HTTP/1.1\r\n${HOST}${HOST}\r\n`, 400],
    ['one large header', `GET /healthz HTTP/1.1\r\n${HOST}X-A: ${'a'.repeat(17_000)}\r\n\r\n`, 431],
    ['3,000 small headers', `GET /healthz HTTP/1.1\r\n${HOST}${manyHeaders(3_000)}\r\n`, 431],
    ['101 headers', `GET /healthz HTTP/1.1\r\n${HOST}${manyHeaders(100)}\r\n`, 431],
    ['a chunk of no size', `${POST}${HOST}${AUTH}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 400],
    [
      'a large chunk extension',
      `${POST}${HOST}${AUTH}Transfer-Encoding: chunked\r\n\r\n2;${'a'.repeat(20_000)}`,
      413,
    ],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['an unknown method', `BREW / HTTP/1.1\r\n${HOST}\r\n`, 400],
    ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
    ['an unknown expectation', `${POST}${HOST}${AUTH}${LENGTH}Expect: bogus\r\n\r\n`, 417],
    ['a URL of 2 MB', `GET /healthz?${'a'.repeat(2 ** 21)} HTTP/1.1\r\n${HOST}\r\n`, 431],
    ['10,000 query parameters', `GET /healthz?${'a=&'.repeat(10_000)} HTTP/1.1\r\n${HOST}\r\n`, 431],
  ])('rejects %s, once, and closes', async (_what, bytes, status) => {
    const { answers, isClosed } = await sendRaw(gateway.origin, Buffer.from(bytes, 'latin1'));
    expect(answers.map((answer) => answer.status)).toEqual([status]);
    expect(isClosed).toBe(true);
    expectErrorObject(answers[0]);
    expect(upstream.received).toHaveLength(0);
  });

  it('responds to HTTP/1.0 without a Host', async () => {
    const { answers, isClosed } = await sendRaw(gateway.origin, 'GET /healthz HTTP/1.0\r\n\r\n');
    expect([answers[0]?.status, isClosed]).toEqual([200, true]);
  });

  it('accepts 100 headers, the last one included', async () => {
    const bytes = `GET /v1/nothing HTTP/1.1\r\n${HOST}${manyHeaders(98)}anthropic-version: 2023-06-01\r\n\r\n`;
    const { answers } = await sendRaw(gateway.origin, bytes, { answers: 1 });
    expect(answers[0]?.status).toBe(404);
    expect(answers[0]?.body).toContain('"type":"error"');
  });

  it('responds to pipelined requests in their order', async () => {
    const targets = Array.from({ length: 100 }, (_, index) => `/nothing-${index}`);
    const bytes = targets.map((target) => `GET ${target} HTTP/1.1\r\n${HOST}\r\n`).join('');
    const { answers } = await sendRaw(gateway.origin, bytes, { answers: 100 });
    expect(answers.map(({ body }) => /nothing-\d+/.exec(body)?.[0])).toEqual(
      targets.map((target) => target.slice(1)),
    );
    expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(100);
  });

  it('does not write into a response that has begun when invalid bytes follow the request', async () => {
    upstream.script({ kind: 'stall', afterEvents: 1 });
    const body = BODY.replace('{', '{"stream":true,');
    const bytes = `${POST}${HOST}${AUTH}Content-Length: ${body.length}\r\n\r\n${body}`;
    const text = await rawText(gateway.origin, bytes, 'nonsense\r\n\r\n');
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
    upstream.received.length = 0;
  });

  it.each([
    ['X-HTTP-Method-Override: DELETE\r\n', 200],
    ['Connection: Authorization, close\r\n', 200],
    ['Accept-Encoding: gzip;q=NaN\r\nAccept: image/png\r\n', 200],
  ])('is not confused by %j', async (headers, status) => {
    const bytes = `${POST}${HOST}${AUTH}${LENGTH}${headers}\r\n${BODY}`;
    const { answers } = await sendRaw(gateway.origin, bytes, { answers: 1 });
    expect(answers[0]?.status).toBe(status);
    expect(answers[0]?.headers['content-encoding']).toBeUndefined();
    upstream.received.length = 0;
  });

  it('accepts no token from a query parameter that occurs twice', async () => {
    const bytes = `${POST.replace(' HTTP', `?key=${TEST_TOKEN}&key=x HTTP`)}${HOST}${LENGTH}\r\n${BODY}`;
    const { answers } = await sendRaw(gateway.origin, bytes, { answers: 1 });
    expect(answers[0]?.status).toBe(401);
  });
});

describe('host names', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startTestGateway({
      environment: { MODELGATE_ALLOWED_HOSTS: 'api.example.com, [::1]:3000' },
    });
  });

  afterAll(async () => {
    await gateway.stop();
  });

  it.each(['api.example.com', 'API.example.com:8080', '[::1]:3000'])('%s is accepted', async (host) => {
    const { answers } = await sendRaw(gateway.origin, `GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`, {
      answers: 1,
    });
    expect(answers[0]?.status).toBe(200);
  });

  it.each([
    'evil.com',
    'api.example.com.evil.com',
    'localhost@api.example.com',
    'api.example.com/x',
    '[::1]',
    '',
  ])('%s is rejected', async (host) => {
    const { answers, isClosed } = await sendRaw(
      gateway.origin,
      `GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    );
    expect([answers[0]?.status, isClosed]).toEqual([421, true]);
    expectErrorObject(answers[0]);
  });
});

describe('the address of a client', () => {
  const AWAY_TOKEN = 'sk-mg-away-0123456789abcdef';
  const tokens = [{ name: 'away', key: AWAY_TOKEN, allowedIps: ['203.0.113.7'] }];
  let gateway: TestGateway;

  afterEach(async () => {
    await gateway.stop();
  });

  const statusWith = async (headers: Record<string, string>): Promise<number> => {
    const response = await fetch(`${gateway.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${AWAY_TOKEN}`, 'content-type': 'application/json', ...headers },
      body: '{"model":"sandbox-chat","messages":[{"role":"user","content":"hi"}]}',
    });
    await response.text();
    return response.status;
  };

  it('is not taken from headers of an untrusted client', async () => {
    gateway = await startTestGateway({ tokens });
    expect(await statusWith({ 'x-forwarded-for': '203.0.113.7' })).toBe(403);
    expect(await statusWith({ 'x-real-ip': '203.0.113.7' })).toBe(403);
    expect(await statusWith({ forwarded: 'for=203.0.113.7' })).toBe(403);
  });

  it('is taken from headers of a trusted proxy, as far as proxies are trusted', async () => {
    gateway = await startTestGateway({ tokens, environment: { TRUST_PROXY: '127.0.0.0/8' } });
    expect(await statusWith({ 'x-forwarded-for': '203.0.113.7' })).toBe(200);
    expect(await statusWith({ 'x-forwarded-for': '203.0.113.7, 198.51.100.1' })).toBe(403);
    expect(await statusWith({ 'x-forwarded-for': '198.51.100.1, 203.0.113.7' })).toBe(200);
    expect(await statusWith({ 'x-forwarded-for': 'garbage' })).toBe(403);
    expect(await statusWith({})).toBe(403);
  });
});

function expectErrorObject(answer: RawAnswer | undefined): void {
  expect(answer?.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer?.headers['x-request-id']).toMatch(/^req_[0-9a-f]{32}$/);
  expect(answer?.headers['connection']).toBe('close');
  const { error } = JSON.parse(answer?.body ?? '') as { error: Record<string, unknown> };
  expect(error).toMatchObject({ message: expect.stringMatching(/\.$/), type: 'invalid_request_error' });
  expect(typeof error['code']).toBe('string');
}

/** Everything that the server returns when more bytes follow the first ones of a response. */
function rawText(origin: string, bytes: string, afterFirstBytes: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname, () => socket.write(bytes));
  let text = '';
  return new Promise((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      if (text === '') socket.write(afterFirstBytes);
      text += chunk.toString();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
}
