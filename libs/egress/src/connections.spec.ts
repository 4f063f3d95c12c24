import { once } from 'node:events';
import { type Server, type ServerResponse, createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Pool } from 'undici';
import { GatewayError } from '#canonical';
import { eventually } from '../../../test/eventually/index.js';
import { sendWithDeadlines } from './deadlines.js';
import { HttpTransport } from './http-transport.js';
import { readWholeBody } from './read-body.js';

const DEADLINES = { connectMs: 10_000, firstByteMs: 60_000, idleMs: 60_000, wholeMs: 60_000 };
const NO_SIGNAL = new AbortController().signal;

describe('the connections to an address', () => {
  let server: Server;
  let http: HttpTransport;
  let pending: ServerResponse[];

  beforeEach(async () => {
    pending = [];
    server = createServer((_request, response) => pending.push(response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    http = new HttpTransport();
  });

  afterEach(async () => {
    await http.close();
    server.closeAllConnections();
    server.close();
  });

  const origin = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const send = async (maxConnections?: number, signal = NO_SIGNAL, url = `${origin()}/`) =>
    sendWithDeadlines(
      http.send,
      { url: new URL(url), headers: {}, body: Buffer.from('{}') },
      { deadlines: DEADLINES, answer: 'stream', signal, maxConnections },
    );

  const inUse = (): number => http.uses.reduce((sum, use) => sum + use.inUse, 0);

  it('are as many as there are requests, without a queue', async () => {
    const many = Array.from({ length: 1_100 }, () => send());
    await eventually(() => pending.length === many.length);
    expect(http.uses).toMatchObject([{ address: origin(), inUse: many.length, limit: 10_000 }]);
    for (const response of pending) response.end('x');
    for (const { body } of await Promise.all(many)) await readWholeBody(body, 10);
    await eventually(() => inUse() === 0);
  });

  it('are rejected above the limit, and reported, until one is free again', async () => {
    const refused: string[] = [];
    http.onRefused = (address) => refused.push(address);
    const [first, second] = [send(2), send(2)];
    await eventually(() => pending.length === 2);
    await expect(send(2)).rejects.toMatchObject({ kind: 'overloaded', retryable: true });
    expect(http.uses).toMatchObject([{ inUse: 2, limit: 2 }]);
    expect(refused).toEqual([origin()]);
    for (const response of pending) response.end('x');
    await readWholeBody((await first).body, 10);
    await eventually(() => inUse() === 1);
    const third = send(2);
    await eventually(() => pending.length === 3);
    pending.at(-1)?.end('x');
    for (const call of [second, third]) await readWholeBody((await call).body, 10);
    await eventually(() => inUse() === 0);
  });

  it('are released however a request ends', async () => {
    const caller = new AbortController();
    const aborted = send(1, caller.signal);
    await eventually(() => pending.length === 1);
    caller.abort(new GatewayError('client-gone', 'Gone.'));
    await expect(aborted).rejects.toMatchObject({ kind: 'client-gone' });
    await eventually(() => inUse() === 0);

    const discarded = send(1);
    await eventually(() => pending.length === 2);
    pending.at(-1)?.write('x');
    (await discarded).discard();
    await eventually(() => inUse() === 0);

    const broken = send(1);
    await eventually(() => pending.length === 3);
    pending.at(-1)?.write('x');
    const { body } = await broken;
    pending.at(-1)?.destroy();
    await expect(readWholeBody(body, 10)).rejects.toMatchObject({ kind: 'upstream-interrupted' });
    await eventually(() => inUse() === 0);

    await expect(send(1, NO_SIGNAL, 'http://127.0.0.1:1/')).rejects.toMatchObject({
      kind: 'upstream-unreachable',
    });
    expect(inUse()).toBe(0);
  });

  it('have no timeouts of undici', async () => {
    const dispatch = jest.spyOn(Pool.prototype, 'dispatch');
    const call = send();
    await eventually(() => pending.length === 1);
    expect(dispatch.mock.calls[0]?.[0]).toMatchObject({ headersTimeout: 0, bodyTimeout: 0 });
    pending[0]?.end();
    (await call).discard();
    dispatch.mockRestore();
  });
});
