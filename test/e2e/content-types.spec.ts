import { Readable } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, startTestGateway, channelTo } from '../harness/index.js';
import { sendRaw } from '../raw-http/index.js';
import { measureLeast, measureMs } from '../cpu-time/index.js';

const BODY = '{"model":"m","messages":[{"role":"user","content":"hi"}]}';
const MB = 2 ** 20;

describe('the body of a request', () => {
  let upstream: FakeUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    upstream = await startFakeUpstream();
    gateway = await startTestGateway({
      channels: [channelTo(upstream)],
      environment: { MODELGATE_MAX_JSON_MB: '1' },
    });
  });

  beforeEach(() => {
    upstream.received.length = 0;
  });

  afterAll(async () => {
    await gateway.stop();
    await upstream.close();
  });

  it.each([
    undefined,
    'application/json',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/vnd.acme+json',
    'application/problem+json; version=1',
  ])('is read as %s', async (contentType) => {
    const response = await post(gateway, Buffer.from(BODY), contentTypeHeader(contentType));
    expect(response.status).toBe(200);
    expect(upstream.received[0]?.rawBody.toString()).toBe(BODY);
  });

  it.each([
    'text/plain',
    'application/json garbage',
    'application/jsonx',
    'text/json-ish',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'garbage',
  ])('is rejected as %s', async (contentType) => {
    const response = await post(gateway, Buffer.from(BODY), contentTypeHeader(contentType));
    expect(response.status).toBe(415);
    expect(await readError(response)).toMatchObject({ code: 'unsupported_media_type', param: null });
    expect(upstream.received).toHaveLength(0);
  });

  it.each([
    ['gzip', gzipSync(BODY)],
    ['GZIP', gzipSync(BODY)],
    ['deflate', deflateSync(BODY)],
    ['br', brotliCompressSync(BODY)],
    ['identity', Buffer.from(BODY)],
  ])('may be compressed: %s', async (encoding, bytes) => {
    const response = await post(gateway, bytes, { 'content-encoding': encoding });
    expect(response.status).toBe(200);
    expect(upstream.received[0]?.rawBody.toString()).toBe(BODY);
    expect(upstream.received[0]?.headers['content-encoding']).toBeUndefined();
  });

  it.each(['zstd', 'gzip, gzip', 'x-unknown', 'constructor', '__proto__', 'toString'])(
    'is rejected in the encoding %s',
    async (encoding) => {
      const response = await post(gateway, Buffer.from(BODY), { 'content-encoding': encoding });
      expect(response.status).toBe(415);
      expect(await readError(response)).toMatchObject({ code: 'unsupported_media_type' });
    },
  );

  it.each([
    ['corrupt', Buffer.from('not gzip at all')],
    ['truncated', gzipSync(BODY.repeat(100)).subarray(0, 60)],
  ])('is rejected if its compression is %s', async (_how, bytes) => {
    const response = await post(gateway, bytes, { 'content-encoding': 'gzip' });
    expect(response.status).toBe(400);
    expect(await readError(response)).toMatchObject({ code: 'invalid_json' });
  });

  it('is rejected if it decompresses to more than the limit, long before it is decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * MB));
    const refuse = async (): Promise<void> => {
      const response = await post(gateway, bomb, { 'content-encoding': 'gzip' });
      expect(response.status).toBe(413);
      expect(await readError(response)).toMatchObject({ code: 'request_too_large' });
    };
    expect(await measureLeast(1_000, () => measureMs(refuse))).toBeLessThan(1_000);
  });

  it('may be exactly as large as the limit', async () => {
    const bytes = Buffer.from(BODY + ' '.repeat(MB - BODY.length));
    const response = await post(gateway, bytes);
    expect(response.status).toBe(200);
  });

  it.each([2 * MB, 20 * MB])('gets its 413 also while %d bytes are still being sent', async (size) => {
    const response = await post(gateway, Buffer.alloc(size, 'x'));
    expect(response.status).toBe(413);
    expect(response.headers.get('connection')).toBe('close');
    expect(await readError(response)).toMatchObject({ code: 'request_too_large', param: null });
  });

  it('gets its 413 also from a client that reads nothing before it has sent everything', async () => {
    const head = `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TEST_TOKEN}\r\n`;
    const bytes = Buffer.concat([
      Buffer.from(`${head}Content-Length: ${8 * MB}\r\n\r\n`),
      Buffer.alloc(8 * MB, 'x'),
    ]);
    const { answers, isClosed, wasReset } = await sendRaw(gateway.origin, bytes, { readsLate: true });
    expect(answers.map(({ status }) => status)).toEqual([413]);
    expect([isClosed, wasReset]).toEqual([true, false]);
  });

  it('gets its 413 also without a content-length', async () => {
    const chunks = Readable.from(Array.from({ length: 12 }, () => Buffer.alloc(MB / 4, ' ')));
    const response = await fetch(`${gateway.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
      body: Readable.toWeb(chunks) as ReadableStream<Uint8Array>,
      duplex: 'half',
    });
    expect(response.status).toBe(413);
    expect(response.headers.get('connection')).toBe('close');
    expect(await readError(response)).toMatchObject({ code: 'request_too_large' });
  });

  it('is requested by a 100 Continue only if the headers are accepted', async () => {
    const tooLarge = await sendRaw(gateway.origin, expecting(2 * MB), { answers: 1 });
    expect(tooLarge.answers.map(({ status }) => status)).toEqual([413]);
    const stranger = await sendRaw(gateway.origin, expecting(BODY.length, 'sk-mg-unknown'), { answers: 1 });
    expect(stranger.answers.map(({ status }) => status)).toEqual([401]);
    const welcome = await sendRaw(gateway.origin, expecting(BODY.length) + BODY, { answers: 1 });
    expect(welcome.answers.map(({ status }) => status)).toEqual([100, 200]);
  });
});

function post(gateway: TestGateway, body: Buffer, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${gateway.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TEST_TOKEN}`, ...headers },
    body: new Uint8Array(body),
  });
}

function contentTypeHeader(contentType: string | undefined): Record<string, string> {
  return contentType === undefined ? {} : { 'content-type': contentType };
}

async function readError(response: Response): Promise<unknown> {
  return ((await response.json()) as { error: unknown }).error;
}

function expecting(length: number, token = TEST_TOKEN): string {
  return (
    `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${length}\r\nExpect: 100-continue\r\n\r\n`
  );
}
