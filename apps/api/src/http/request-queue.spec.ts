import { EventEmitter } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type HeldConnections } from './held-connections.js';
import { OpenConnections } from './open-connections.js';
import { type OverloadResponses } from './overload-responses.js';
import { type QueueLines } from './queue-lines.js';
import { RequestQueue } from './request-queue.js';

/** More requests than fit into the queue. */
const FLOOD = 3_000;
const MAX_WAITING = 2_000;

const clock = { nowMs: 0, cpuMs: 0 };
let server: EventEmitter;
let served: IncomingMessage[];
let refused: IncomingMessage[];
let queue: RequestQueue;

beforeEach(() => {
  [served, refused] = [[], []];
  Object.assign(clock, { nowMs: 0, cpuMs: 0 });
  server = new EventEmitter();
  server.on('request', (request: IncomingMessage) => served.push(request));
  queue = new RequestQueue(
    { find: ({ headers }: IncomingMessage) => ({ key: headers.host ?? 'one' }) } as unknown as QueueLines,
    { send: (request: IncomingMessage) => refused.push(request) } as unknown as OverloadResponses,
    { noteWaiting: () => undefined } as unknown as HeldConnections,
    clock,
  );
  queue.guard(server as unknown as Server);
});

afterEach(() => {
  queue.onApplicationShutdown();
});

function openSocket() {
  const methods = { pause: jest.fn(), resume: jest.fn(), destroySoon: jest.fn() };
  const socket = Object.assign(new EventEmitter(), { destroyed: false, bytesRead: 0, ...methods });
  server.emit('connection', socket);
  return socket;
}

/** How often each method of a socket was called. */
function calls(socket: unknown): Record<string, number> {
  const { pause, resume, destroySoon } = socket as ReturnType<typeof openSocket>;
  const methods = Object.entries({ pause, resume, destroySoon });
  return Object.fromEntries(methods.map(([name, { mock }]) => [name, mock.calls.length]));
}

function send(headers: Record<string, string> = {}, url = '/v1/models'): EventEmitter & IncomingMessage {
  const socket = openSocket();
  const request = Object.assign(new EventEmitter(), { url, headers, socket });
  server.emit('request', request, new EventEmitter() as ServerResponse);
  return request as unknown as EventEmitter & IncomingMessage;
}

describe('RequestQueue', () => {
  it('neither serves nor refuses requests over the limits in the same iteration', () => {
    for (let index = 0; index < FLOOD; index += 1) send();
    expect(served.length).toBeLessThan(20);
    expect(refused).toEqual([]);
  });

  it('refuses a few requests per iteration, and never serves a refused one', async () => {
    for (let index = 0; index < FLOOD; index += 1) send();
    let before = 0;
    while (served.length + refused.length < FLOOD) {
      await nextIteration();
      expect(refused.length - before).toBeLessThanOrEqual(16);
      before = refused.length;
    }
    expect(refused.length).toBeGreaterThanOrEqual(FLOOD - MAX_WAITING - 20);
    expect(served.filter((request) => refused.includes(request))).toEqual([]);
  });

  it('refuses requests that waited too long, but not those of a token with few requests', async () => {
    for (let index = 0; index < 500; index += 1) send({ host: 'heavy' });
    clock.cpuMs = 1_000;
    const light = send({ host: 'light' });
    while (served.length + refused.length < 501) await nextIteration();
    expect(refused.length).toBeGreaterThan(400);
    expect(served).toContain(light);
  });

  it.each(['/healthz', '/readyz?full', '//metrics/'])('never queues %s', (path) => {
    for (let index = 0; index < 100; index += 1) send();
    expect(served).toContain(send({}, path));
  });

  it('does not read a long body until the request starts', async () => {
    for (let index = 0; index < 20; index += 1) send();
    const { socket } = send({ 'content-length': '100000' });
    expect(calls(socket)).toEqual({ pause: 1, resume: 0, destroySoon: 0 });
    while (served.length < 21) await nextIteration();
    expect(calls(socket)).toEqual({ pause: 1, resume: 1, destroySoon: 0 });
  });

  it('charges a body of unknown length as it arrives', async () => {
    const upload = send({ host: 'a', 'transfer-encoding': 'chunked' });
    for (const host of ['a', 'b']) for (let index = 0; index < 40; index += 1) send({ host });
    Object.assign(upload.socket, { bytesRead: 100 * 65_536 });
    const before = served.length;
    while (served.length < before + 32) await nextIteration();
    const hosts = served.slice(before + 8).map(({ headers }) => headers.host);
    expect(hosts.filter((host) => host === 'b').length).toBeGreaterThanOrEqual(20);
  });

  it('does not close connections with waiting requests when the server stops', () => {
    const open = new OpenConnections();
    open.watch(server as unknown as Server);
    for (let index = 0; index < 20; index += 1) send();
    const { socket } = send();
    const idle = openSocket();
    open.close();
    expect(calls(idle)).toMatchObject({ destroySoon: 1 });
    expect(calls(socket)).toMatchObject({ destroySoon: 0 });
  });
});
