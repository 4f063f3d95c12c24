import { once } from 'node:events';
import { type IncomingMessage, type Server, createServer } from 'node:http';
import { type AddressInfo, type Socket } from 'node:net';
import { type Duplex } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { WebSocket, WebSocketServer } from 'ws';
import { eventually } from '../../../../test/eventually/index.js';
import { FrameRecorder } from './__fixtures__/frame-recorder.js';
import { type FrameSocket } from './frame-socket.js';
import { type OpenSocketCall, UpgradeRefused, openSocket } from './open-socket.js';
import { measureLeast, measureMs } from '../../../../test/cpu-time/index.js';

const CONNECT_MS = 400;

let server: Server;
const connections = new Set<Socket>();

beforeEach(async () => {
  server = createServer();
  server.on('connection', (connection) => {
    connections.add(connection);
    connection.on('close', () => connections.delete(connection));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(async () => {
  for (const connection of connections) connection.destroy();
  server.close();
  await once(server, 'close');
});

function open(call: Partial<OpenSocketCall> = {}): Promise<FrameSocket> {
  const { port } = server.address() as AddressInfo;
  return openSocket({
    url: new URL(`ws://127.0.0.1:${port}/v1/realtime?model=m&key=query-secret`),
    headers: { authorization: 'Bearer header-secret' },
    signal: new AbortController().signal,
    connectMs: CONNECT_MS,
    maxPayloadBytes: 1_000,
    ...call,
  });
}

/** Returns the rejection, which must have no secrets, and waits until the connection is closed. */
async function captureFailure(opening: Promise<FrameSocket>): Promise<unknown> {
  const failure: unknown = await opening.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(String(failure)).not.toMatch(/secret|model=/);
  await eventually(() => connections.size === 0);
  return failure;
}

/** Responds to the upgrade request with raw lines. */
function onUpgrade(answer: (socket: Duplex) => void): void {
  server.on('upgrade', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => undefined);
    socket.on('end', () => socket.end());
    socket.resume();
    answer(socket);
  });
}

function answerRaw(lines: string[]): void {
  onUpgrade((socket) => socket.write(`${lines.join('\r\n')}\r\n\r\n`));
}

describe('openSocket', () => {
  it('opens a socket with headers and subprotocols, without compression', async () => {
    const sockets = new WebSocketServer({ server });
    const accepted = once(sockets, 'connection');
    const socket = await open({ protocols: ['realtime', 'openai-beta.realtime-v1'] });
    const [peer, request] = (await accepted) as [{ protocol: string; extensions: string }, IncomingMessage];
    expect(request.url).toBe('/v1/realtime?model=m&key=query-secret');
    expect(request.headers).toMatchObject({
      authorization: 'Bearer header-secret',
      'user-agent': 'modelgate',
      'sec-websocket-protocol': 'realtime,openai-beta.realtime-v1',
    });
    expect(peer).toMatchObject({ protocol: 'realtime', extensions: '' });
    socket.close(1000, '');
    await socket.closed;
  });

  it('sends the given user agent', async () => {
    const sockets = new WebSocketServer({ server });
    const accepted = once(sockets, 'connection');
    const socket = await open({ headers: { 'User-Agent': 'somebody' } });
    const [, request] = (await accepted) as [unknown, IncomingMessage];
    expect(request.headers['user-agent']).toBe('somebody');
    socket.terminate();
    await socket.closed;
  });

  it('loses no frame that arrives with the response, and applies the limit', async () => {
    const sockets = new WebSocketServer({ server });
    sockets.on('connection', (peer) => {
      peer.send('session.created');
      peer.send('x'.repeat(1_001));
    });
    const socket = await open();
    await new Promise(setImmediate);
    const recorder = new FrameRecorder();
    socket.listen(recorder);
    await socket.closed;
    expect(recorder.frames).toEqual(['session.created']);
    expect(recorder.closes).toMatchObject([{ code: 1009 }]);
  });
});

describe('a rejected upgrade', () => {
  it('has status, headers and body', async () => {
    onUpgrade((socket) => {
      const body = '{"error":{"message":"no"}}';
      socket.write(
        `HTTP/1.1 401 Unauthorized\r\nx-request-id: r1\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      );
    });
    const failure = await captureFailure(open());
    expect(failure).toBeInstanceOf(UpgradeRefused);
    expect(failure).toMatchObject({ status: 401, headers: { 'x-request-id': 'r1' } });
    expect((failure as UpgradeRefused).body.toString()).toBe('{"error":{"message":"no"}}');
  });

  it('includes a redirect', async () => {
    answerRaw(['HTTP/1.1 302 Found', 'location: ws://127.0.0.1:1/', 'content-length: 0']);
    expect(await captureFailure(open())).toMatchObject({ status: 302 });
  });

  it('has a truncated body if that does not end', async () => {
    onUpgrade((socket) => {
      socket.write('HTTP/1.1 500 Internal Server Error\r\n\r\n');
      const pour = (): void => {
        while (!socket.destroyed && socket.write(Buffer.alloc(50_000, 'x')));
      };
      socket.on('drain', pour);
      pour();
    });
    let failure: unknown;
    const tookMs = await measureLeast(1_500, () =>
      measureMs(async () => {
        failure = await captureFailure(open());
      }),
    );
    expect(tookMs).toBeLessThan(1_500);
    expect(failure).toMatchObject({ status: 500 });
    expect((failure as UpgradeRefused).body.length).toBe(256 * 1024);
  });

  it('does not wait for a body that does not arrive', async () => {
    answerRaw(['HTTP/1.1 429 Too Many Requests', 'retry-after: 7', 'content-length: 100', '', 'part']);
    const failure = await captureFailure(open());
    expect(failure).toMatchObject({ status: 429, headers: { 'retry-after': '7' } });
    expect((failure as UpgradeRefused).body.toString()).toContain('part');
  });
});

describe('a failure', () => {
  it('to connect is upstream-unreachable', async () => {
    const url = new URL('ws://127.0.0.1:1/v1/realtime?key=query-secret');
    expect(await captureFailure(open({ url }))).toMatchObject({ kind: 'upstream-unreachable' });
  });

  it('of the connection before the response is upstream-unreachable', async () => {
    onUpgrade((socket) => socket.destroy());
    expect(await captureFailure(open())).toMatchObject({ kind: 'upstream-unreachable' });
  });

  it('to send the request is upstream-unreachable', async () => {
    const headers = { authorization: 'Bearer header-secret\n' };
    expect(await captureFailure(open({ headers }))).toMatchObject({ kind: 'upstream-unreachable' });
  });

  it('to respond in time is upstream-timeout', async () => {
    onUpgrade(() => undefined);
    expect(await captureFailure(open())).toMatchObject({ kind: 'upstream-timeout' });
  });

  it('to complete the response in time is upstream-timeout', async () => {
    onUpgrade((socket) => {
      socket.write('HTTP/1.1 101 ');
      const trickle = setInterval(() => socket.write('H'), 50);
      socket.on('close', () => clearInterval(trickle));
    });
    expect(await captureFailure(open())).toMatchObject({ kind: 'upstream-timeout' });
  });

  it('to respond with HTTP is upstream-bad-response', async () => {
    answerRaw(['SSH-2.0-OpenSSH_9.0']);
    expect(await captureFailure(open())).toMatchObject({ kind: 'upstream-bad-response' });
  });

  it('to send the accept key is upstream-bad-response', async () => {
    answerRaw([
      'HTTP/1.1 101 Switching Protocols',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Accept: bm8=',
    ]);
    expect(await captureFailure(open())).toMatchObject({ kind: 'upstream-bad-response' });
  });

  it('to choose one of the subprotocols is upstream-bad-response', async () => {
    const sockets = new WebSocketServer({ server, handleProtocols: () => 'another' });
    sockets.on('connection', (peer) => peer.on('error', () => undefined));
    expect(await captureFailure(open({ protocols: ['realtime'] }))).toMatchObject({
      kind: 'upstream-bad-response',
    });
  });
});

describe('an abort', () => {
  const reason = new Error('the client has gone');

  it('before the handshake opens no connection', async () => {
    let wasConnected = false;
    server.on('connection', () => (wasConnected = true));
    expect(await captureFailure(open({ signal: AbortSignal.abort(reason) }))).toBe(reason);
    await new Promise(setImmediate);
    expect(wasConnected).toBe(false);
  });

  it('during the handshake ends it', async () => {
    const caller = new AbortController();
    onUpgrade(() => caller.abort(reason));
    expect(await captureFailure(open({ signal: caller.signal, connectMs: 60_000 }))).toBe(reason);
  });

  it('during a rejection ends it', async () => {
    const caller = new AbortController();
    answerRaw(['HTTP/1.1 500 Internal Server Error', 'content-length: 100']);
    server.on('upgrade', () => setTimeout(() => caller.abort(reason), 100));
    expect(await captureFailure(open({ signal: caller.signal }))).toBe(reason);
  });

  it.each([
    ['in the tick of success', (abort: () => void) => abort()],
    ['right after it', (abort: () => void) => queueMicrotask(abort)],
  ])('%s leaves no socket behind', async (_when, call) => {
    const caller = new AbortController();
    const sockets = new WebSocketServer({ server });
    const pause = jest.spyOn(WebSocket.prototype, 'pause');
    pause.mockImplementationOnce(() => call(() => caller.abort(reason)));
    expect(await captureFailure(open({ signal: caller.signal }))).toBe(reason);
    expect(pause).toHaveBeenCalled();
    expect(sockets.clients.size).toBe(0);
    pause.mockRestore();
  });

  it('afterwards has no effect', async () => {
    const caller = new AbortController();
    const sockets = new WebSocketServer({ server });
    const socket = await open({ signal: caller.signal });
    expect(sockets.clients.size).toBe(1);
    const recorder = new FrameRecorder();
    socket.listen(recorder);
    caller.abort(reason);
    socket.close(1000, 'regular');
    await socket.closed;
    expect(recorder.closes).toMatchObject([{ code: 1000, reason: 'regular' }]);
  });
});
