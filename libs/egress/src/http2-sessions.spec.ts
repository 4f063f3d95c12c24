import { once } from 'node:events';
import { type Http2SecureServer, type Http2ServerResponse, createSecureServer } from 'node:http2';
import { createServer } from 'node:https';
import { type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import { SELF_SIGNED } from './__fixtures__/self-signed.js';
import { type AnswerKind, sendWithDeadlines } from './deadlines.js';
import { HttpTransport } from './http-transport.js';
import { readWholeBody } from './read-body.js';

const DEADLINES = { connectMs: 10_000, firstByteMs: 60_000, idleMs: 60_000, wholeMs: 60_000 };
const NO_SIGNAL = new AbortController().signal;

interface Seen {
  httpVersion: string;
  body: string;
  headers: Record<string, unknown>;
  response: Http2ServerResponse;
}

describe('an upstream that offers HTTP/2', () => {
  let server: Http2SecureServer;
  let http: HttpTransport;
  let seen: Seen[];
  let sockets: Socket[];

  beforeEach(async () => {
    seen = [];
    sockets = [];
    server = createSecureServer({ ...SELF_SIGNED, allowHTTP1: true }, async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { httpVersion, headers } = request;
      seen.push({ httpVersion, headers, body: Buffer.concat(chunks).toString(), response });
    });
    server.on('secureConnection', (socket: Socket) => sockets.push(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    http = new HttpTransport({ tls: { ca: SELF_SIGNED.cert } });
  });

  afterEach(async () => {
    await http.close();
    cutConnections();
    server.close();
  });

  const cutConnections = (): void => {
    for (const socket of sockets) socket.destroy();
  };

  const origin = (): string => `https://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const send = async ({
    signal = NO_SIGNAL,
    answer = 'stream',
    idleMs = 60_000,
  }: {
    signal?: AbortSignal;
    answer?: AnswerKind;
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

  /** Makes the connection come about: until then requests go over HTTP/1.1. */
  const meet = async (maxMs = 10_000): Promise<void> => {
    const giveUpAt = performance.now() + maxMs;
    for (let version = ''; version !== '2.0'; version = seen.at(-1)?.httpVersion ?? '') {
      if (performance.now() > giveUpAt) throw new Error('HTTP/2 was never spoken');
      const count = seen.length;
      const call = send();
      await eventually(() => seen.length > count);
      seen.at(-1)?.response.end('x');
      await readWholeBody((await call).body, 10);
    }
    seen.length = 0;
  };

  const ask = async (options?: Parameters<typeof send>[0]) => {
    const count = seen.length;
    const call = send(options);
    await eventually(() => seen.length > count);
    const { response, ...request } = seen.at(-1) as Seen;
    response.write('first');
    return { call: await call, response, request };
  };

  it('is asked over HTTP/1.1 until there is a connection, then many streams share that', async () => {
    const first = await ask();
    first.response.end();
    expect(first.request.httpVersion).toBe('1.1');
    await expect(readWholeBody(first.call.body, 100)).resolves.toEqual(Buffer.from('first'));
    await meet();
    const asked = [await ask(), await ask(), await ask()];
    expect(asked.map(({ request }) => request.httpVersion)).toEqual(['2.0', '2.0', '2.0']);
    expect(new Set(asked.map(({ response }) => response.stream.session)).size).toBe(1);
    expect(asked[0]?.request).toMatchObject({
      body: '{"a":1}',
      headers: {
        'content-type': 'application/json',
        'x-team': 'a',
        'content-length': '7',
        ':path': '/v1/x?y=1',
      },
    });
    expect(http.uses).toMatchObject([{ inUse: 3 }]);
    for (const { response } of asked) response.end(' and last');
    for (const { call } of asked) {
      expect(call.status).toBe(200);
      await expect(readWholeBody(call.body, 100)).resolves.toEqual(Buffer.from('first and last'));
    }
    await eventually(() => http.uses[0]?.inUse === 0);
  });

  it('is asked over HTTP/1.1 where it is not to be spoken', async () => {
    http = new HttpTransport({ usesHttp2: false, tls: { ca: SELF_SIGNED.cert } });
    await expect(meet(500)).rejects.toThrow('never spoken');
  });

  it('is asked over HTTP/1.1 for answers that come whole, which cost less there', async () => {
    await meet();
    const { call, response, request } = await ask({ answer: 'whole' });
    response.end();
    expect(request.httpVersion).toBe('1.1');
    await readWholeBody(call.body, 100);
  });

  it('learns within 100 ms that an answer is no longer wanted, and goes on with the others', async () => {
    await meet();
    const caller = new AbortController();
    const [unwanted, other] = [await ask({ signal: caller.signal }), await ask()];
    const closed = once(unwanted.response.stream, 'close');
    const abortedAt = performance.now();
    caller.abort(new GatewayError('client-gone', 'Gone.'));
    await closed;
    expect(performance.now() - abortedAt).toBeLessThan(100);
    await expect(readWholeBody(unwanted.call.body, 100)).rejects.toMatchObject({ kind: 'client-gone' });
    other.response.end();
    await expect(readWholeBody(other.call.body, 100)).resolves.toEqual(Buffer.from('first'));
  });

  it('is given up on when it falls silent', async () => {
    await meet();
    const { call, response } = await ask({ idleMs: 50 });
    await expect(readWholeBody(call.body, 100)).rejects.toMatchObject({ kind: 'upstream-timeout' });
    await eventually(() => response.stream.destroyed);
  });

  it.each([
    ['resets the stream', 8, (response: Http2ServerResponse) => response.stream.close(8)],
    ['resets it for a fault', 2, (response: Http2ServerResponse) => response.stream.close(2)],
    ['cuts the connection', 0, () => cutConnections()],
  ])('has broken its answer off where it %s (%i)', async (_name, _code, breakOff) => {
    await meet();
    const { call, response } = await ask();
    breakOff(response);
    await expect(readWholeBody(call.body, 100)).rejects.toMatchObject({ kind: 'upstream-unreachable' });
    expect(http.uses).toMatchObject([{ inUse: 0 }]);
  });

  it('finishes what is under way when it goes away, and is met anew', async () => {
    await meet();
    const { call, response } = await ask();
    response.stream.session?.goaway(0);
    await sleep(50);
    const next = await ask();
    next.response.end();
    await expect(readWholeBody(next.call.body, 100)).resolves.toEqual(Buffer.from('first'));
    response.end(' and last');
    await expect(readWholeBody(call.body, 100)).resolves.toEqual(Buffer.from('first and last'));
    await meet();
  });

  it('waits for a reader that is slow, and others do not wait for it', async () => {
    await meet();
    const [slow, quick] = [await ask(), await ask()];
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
  it('is asked over HTTP/1.1 as before', async () => {
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

async function eventually(isSo: () => boolean): Promise<void> {
  const giveUpAt = performance.now() + 10_000;
  while (!isSo()) {
    if (performance.now() > giveUpAt) throw new Error('it never came to be');
    await sleep(5);
  }
}
