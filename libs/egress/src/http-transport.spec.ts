import { once } from 'node:events';
import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Form, GatewayError } from '#canonical';
import { sendWithDeadlines } from './deadlines.js';
import { HttpTransport } from './http-transport.js';
import { readWholeBody } from './read-body.js';
import { type OutboundRequest } from './transport.js';
import { eventually } from '../../../test/eventually/index.js';

const FILE_BYTES = 20 * 2 ** 20;
const DEADLINES = { connectMs: 1_000, firstByteMs: 5_000, idleMs: 5_000, wholeMs: 5_000 };
const NO_SIGNAL = new AbortController().signal;

interface Received {
  headers: IncomingMessage['headers'];
  body: Buffer;
}

describe('HttpTransport', () => {
  let folder: string;
  let form: Form;
  let server: Server;
  let handle: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;
  let http: HttpTransport;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'modelgate-transport-'));
    const path = join(folder, 'upload');
    await writeFile(path, Buffer.alloc(FILE_BYTES, 'x'));
    form = [
      { name: 'file', file: { path, sizeBytes: FILE_BYTES, mediaType: 'audio/wav' } },
      { name: 'model', value: 'm' },
    ];
    server = createServer((request, response) => void handle(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    http = new HttpTransport();
  });

  afterEach(async () => {
    await http.close();
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  });

  const outbound = (
    body: OutboundRequest['body'],
    headers: Record<string, string> = {},
  ): OutboundRequest => ({
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/x?y=z`),
    headers,
    body,
  });

  const send = async (request: OutboundRequest, signal = NO_SIGNAL, deadlines = DEADLINES) =>
    sendWithDeadlines(http.send, request, { deadlines, answer: 'stream', signal });

  const receive = async (request: OutboundRequest): Promise<Received> => {
    let received: Received | undefined;
    handle = async (incoming, response) => {
      received = { headers: incoming.headers, body: await readWholeBody(incoming, 2 * FILE_BYTES) };
      response.end();
    };
    await readWholeBody((await send(request)).body, 100);
    if (received === undefined) throw new Error('nothing was received');
    return received;
  };

  /** Resolves when the uploaded file is closed. */
  const fileClosed = async (): Promise<void> => {
    await eventually(async () => (await openFiles()).length === 0);
  };

  const openFiles = async (): Promise<string[]> => {
    const names = await readdir('/proc/self/fd').catch(() => []);
    const targets = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')));
    return targets.filter((target) => target.startsWith(folder));
  };

  it('sends bytes unchanged', async () => {
    const { headers, body } = await receive(
      outbound(Buffer.from('{"a":1}'), { 'content-type': 'application/json', 'x-more': '1' }),
    );
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': '7',
      'x-more': '1',
    });
    expect(body.toString()).toBe('{"a":1}');
  });

  it('sends a form with its length and a unique boundary', async () => {
    const headers = { 'Content-Type': 'application/json', 'content-length': '1', authorization: 'Bearer k' };
    const first = await receive(outbound(form, headers));
    const second = await receive(outbound(form, headers));
    expect(first.headers).toMatchObject({
      authorization: 'Bearer k',
      'content-length': String(first.body.length),
      'content-type': expect.stringMatching(/^multipart\/form-data; boundary=modelgate-[0-9a-f]{32}$/),
    });
    expect(first.headers['transfer-encoding']).toBeUndefined();
    expect(first.headers['content-type']).not.toBe(second.headers['content-type']);
    expect(first.body.length).toBeGreaterThan(FILE_BYTES);
    expect(first.body.subarray(-200).toString()).toMatch(/name="model"\r\n\r\nm\r\n--modelgate-\w+--\r\n$/);
    await fileClosed();
  });

  it('reads a file no faster than the upstream accepts it, and closes it if the caller aborts', async () => {
    handle = () => undefined;
    const caller = new AbortController();
    let taken = 0;
    const sending = http.send(outbound(form), {
      signal: caller.signal,
      connectMs: 1_000,
      onProgress: () => {
        taken += 1;
      },
    });
    sending.catch(() => undefined);
    await untilStill(() => taken);
    expect(taken).toBeGreaterThan(1);
    expect(taken * 64 * 1024).toBeLessThan(FILE_BYTES);
    const reason = new GatewayError('client-gone', 'Gone.');
    caller.abort(reason);
    await expect(sending).rejects.toBe(reason);
    await fileClosed();
  });

  it.each([
    [
      'breaks the connection',
      (request: IncomingMessage) => void request.once('data', () => request.destroy()),
    ],
    ['closes it at once', (request: IncomingMessage) => void request.destroy()],
  ])('closes the file if the upstream %s', async (_name, answer) => {
    handle = answer;
    await expect(send(outbound(form))).rejects.toMatchObject({ kind: 'upstream-unreachable' });
    await fileClosed();
  });

  it('closes the file if the upstream responds before it has read the request', async () => {
    handle = (_request, response) => void response.writeHead(401).end('no');
    const { status, body } = await send(outbound(form));
    expect(status).toBe(401);
    expect((await readWholeBody(body, 100)).toString()).toBe('no');
    await fileClosed();
  });

  it('reports an internal error for a deleted file', async () => {
    handle = (request) => void request.resume();
    await rm(join(folder, 'upload'));
    await expect(send(outbound(form))).rejects.toMatchObject({ kind: 'internal-error' });
  });

  it('does not time out while an upstream accepts a form slowly, but does if it stops', async () => {
    const firstByteMs = 300;
    handle = async (request, response) => {
      for await (const chunk of request) await sleep((chunk as Buffer).length / 30_000);
      response.end('done');
    };
    const startedAt = performance.now();
    const { body } = await send(outbound(form), NO_SIGNAL, { ...DEADLINES, firstByteMs });
    await expect(readWholeBody(body, 100)).resolves.toEqual(Buffer.from('done'));
    expect(performance.now() - startedAt).toBeGreaterThan(firstByteMs);
    handle = () => undefined;
    await expect(send(outbound(form), NO_SIGNAL, { ...DEADLINES, firstByteMs })).rejects.toMatchObject({
      kind: 'upstream-timeout',
    });
    await fileClosed();
  });
});

/** Waits until a count has stopped growing. */
async function untilStill(count: () => number): Promise<void> {
  let before = -1;
  while (before !== count() || before === 0) {
    before = count();
    await sleep(100);
  }
}
