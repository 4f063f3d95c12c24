import { once } from 'node:events';
import { type Http2SecureServer, type Http2ServerResponse, createSecureServer } from 'node:http2';
import { createServer } from 'node:https';
import { type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import { eventually } from '../../../test/eventually/index.js';
import { SELF_SIGNED } from './__fixtures__/self-signed.js';
import { type ResponseKind, sendWithDeadlines } from './deadlines.js';
import { HttpTransport } from './http-transport.js';
import { readWholeBody } from './read-body.js';
import { measureLeast, measureMs } from '../../../test/cpu-time/index.js';

const DEADLINES = { connectMs: 10_000, firstByteMs: 60_000, idleMs: 60_000, wholeMs: 60_000 };
const NO_SIGNAL = new AbortController().signal;

interface Received {
  httpVersion: string;
  body: string;
  headers: Record<string, unknown>;
  response: Http2ServerResponse;
}

describe('an upstream that offers HTTP/2', () => {
  let server: Http2SecureServer;
  let http: HttpTransport;
  let received: Received[];
  let sockets: Socket[];

  beforeEach(async () => {
    received = [];
    sockets = [];
    server = createSecureServer({ ...SELF_SIGNED, allowHTTP1: true }, async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { httpVersion, headers } = request;
      received.push({ httpVersion, headers, body: Buffer.concat(chunks).toString(), response });
    });
    server.on('secureConnection', (socket: Socket) => sockets.push(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    http = new HttpTransport({ tls: { ca: SELF_SIGNED.cert } });
  });

  afterEach(async () => {
    await http.close();
    closeConnections();
    server.close();
  });

  const closeConnections = (): void => {
    for (const socket of sockets) socket.destroy();
  };

  const origin = (): string => `https://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const send = async ({
    signal = NO_SIGNAL,
    answer = 'stream',
    idleMs = 60_000,
  }: {
    signal?: AbortSignal;
    answer?: ResponseKind;
    idleMs?: number;
  } = {}) =>
    sendWithDeadlines(
      http.send,
      {
        url: new URL(`${origin()}/v1/x?y=1`),
        headers: { 'content-type': 'application/json', 'X-Team': 'a', connection: 'keep-alive' },
        body: Buffer.from('{"a":1}'),
      },
      { deadlines: { ...DEADLINES, idleMs }, answer, signal },
    );

  /** Establishes the connection. Until then, requests use HTTP/1.1. */
  const connectHttp2 = async (maxMs = 10_000): Promise<void> => {
    const giveUpAt = performance.now() + maxMs;
    for (let version = ''; version !== '2.0'; version = received.at(-1)?.httpVersion ?? '') {
      if (performance.now() > giveUpAt) throw new Error('HTTP/2 was not used');
      const count = received.length;
      const call = send();
      await eventually(() => received.length > count);
      received.at(-1)?.response.end('x');
      await readWholeBody((await call).body, 10);
    }
    received.length = 0;
  };

  const start = async (options?: Parameters<typeof send>[0]) => {
    const count = received.length;
    const call = send(options);
    await eventually(() => received.length > count);
    const { response, ...request } = received.at(-1) as Received;
    response.write('first');
    return { call: await call, response, request };
  };

  it('is called over HTTP/1.1 until there is a connection, which many streams then share', async () => {
    const first = await start();
    first.response.end();
    expect(first.request.httpVersion).toBe('1.1');
    await expect(readWholeBody(first.call.body, 100)).resolves.toEqual(Buffer.from('first'));
    await connectHttp2();
    const started = [await start(), await start(), await start()];
    expect(started.map(({ request }) => request.httpVersion)).toEqual(['2.0', '2.0', '2.0']);
    expect(new Set(started.map(({ response }) => response.stream.session)).size).toBe(1);
    expect(started[0]?.request).toMatchObject({
      body: '{"a":1}',
      headers: {
        'content-type': 'application/json',
        'x-team': 'a',
        'content-length': '7',
        ':path': '/v1/x?y=1',
      },
    });
    expect(http.uses).toMatchObject([{ inUse: 3 }]);
    for (const { response } of started) response.end(' and last');
    for (const { call } of started) {
      expect(call.status).toBe(200);
      await expect(readWholeBody(call.body, 100)).resolves.toEqual(Buffer.from('first and last'));
    }
    await eventually(() => http.uses[0]?.inUse === 0);
  });

  it('is called over HTTP/1.1 if HTTP/2 is disabled', async () => {
    http = new HttpTransport({ usesHttp2: false, tls: { ca: SELF_SIGNED.cert } });
    await expect(connectHttp2(500)).rejects.toThrow('HTTP/2 was not used');
  });

  it('is called over HTTP/1.1 for complete responses, which are cheaper there', async () => {
    await connectHttp2();
    const { call, response, request } = await start({ answer: 'whole' });
    response.end();
    expect(request.httpVersion).toBe('1.1');
    await readWholeBody(call.body, 100);
  });

  it('gets the abort of one stream within 100 ms, and continues the others', async () => {
    await connectHttp2();
    const other = await start();
    const abortOne = async (): Promise<number> => {
      const caller = new AbortController();
      const aborted = await start({ signal: caller.signal });
      const closed = once(aborted.response.stream, 'close');
      const tookMs = await measureMs(() => {
        caller.abort(new GatewayError('client-gone', 'Gone.'));
        return closed;
      });
      await expect(readWholeBody(aborted.call.body, 100)).rejects.toMatchObject({ kind: 'client-gone' });
      return tookMs;
    };
    expect(await measureLeast(100, abortOne)).toBeLessThan(100);
    other.response.end();
    await expect(readWholeBody(other.call.body, 100)).resolves.toEqual(Buffer.from('first'));
  });

  it('has its stream closed after the idle timeout', async () => {
    await connectHttp2();
    const { call, response } = await start({ idleMs: 50 });
    await expect(readWholeBody(call.body, 100)).rejects.toMatchObject({ kind: 'upstream-timeout' });
    await eventually(() => response.stream.destroyed);
  });

  it.each([
    ['resets the stream', 8, (response: Http2ServerResponse) => response.stream.close(8)],
    ['resets it with an error', 2, (response: Http2ServerResponse) => response.stream.close(2)],
    ['closes the connection', 0, () => closeConnections()],
  ])('has interrupted its response if it %s (%i)', async (_name, _code, fail) => {
    await connectHttp2();
    const { call, response } = await start();
    fail(response);
    await expect(readWholeBody(call.body, 100)).rejects.toMatchObject({ kind: 'upstream-interrupted' });
    expect(http.uses).toMatchObject([{ inUse: 0 }]);
  });

  it('finishes open streams after a GOAWAY, and gets a new connection', async () => {
    await connectHttp2();
    const { call, response } = await start();
    response.stream.session?.goaway(0);
    await sleep(50);
    const next = await start();
    next.response.end();
    await expect(readWholeBody(next.call.body, 100)).resolves.toEqual(Buffer.from('first'));
    response.end(' and last');
    await expect(readWholeBody(call.body, 100)).resolves.toEqual(Buffer.from('first and last'));
    await connectHttp2();
  });

  it('is paused by a slow reader, without delaying other streams', async () => {
    await connectHttp2();
    const [slow, quick] = [await start(), await start()];
    const large = Buffer.alloc(8 * 1024 * 1024, 'x');
    slow.response.end(large);
    await sleep(100);
    expect(slow.response.stream.writableLength).toBeGreaterThan(large.length / 2);
    quick.response.end();
    await expect(readWholeBody(quick.call.body, 100)).resolves.toEqual(Buffer.from('first'));
    expect((await readWholeBody(slow.call.body, 2 * large.length)).length).toBe(
      large.length + 'first'.length,
    );
  });
});

describe('an upstream that does not offer HTTP/2', () => {
  it('is called over HTTP/1.1', async () => {
    const versions: string[] = [];
    const server = createServer(SELF_SIGNED, (request, response) => {
      versions.push(request.httpVersion);
      response.end('x');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const http = new HttpTransport({ tls: { ca: SELF_SIGNED.cert } });
    const url = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    for (let count = 0; count < 3; count += 1) {
      const { body } = await sendWithDeadlines(
        http.send,
        { url, headers: {}, body: Buffer.from('{}') },
        { deadlines: DEADLINES, answer: 'stream', signal: NO_SIGNAL },
      );
      await readWholeBody(body, 10);
      await sleep(20);
    }
    expect(versions).toEqual(['1.1', '1.1', '1.1']);
    await http.close();
    server.closeAllConnections();
    server.close();
  });
});
