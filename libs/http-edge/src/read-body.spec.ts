import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { type BodyLimits, readJsonBody } from './read-body.js';

describe('readJsonBody', () => {
  let server: Server;
  let socket: Socket;
  let reading: Promise<Promise<Buffer>[]>;
  let limits: BodyLimits;

  beforeEach(async () => {
    limits = { maxBytes: 100 };
    server = createServer();
    reading = new Promise((resolve) => {
      server.on('request', (raw, response) => {
        const request = { raw, headers: raw.headers } as unknown as FastifyRequest;
        const body = readJsonBody(request, { raw: response } as unknown as FastifyReply, limits);
        body.catch(() => undefined);
        // In a list, because a promise by itself would be waited for here.
        resolve([body]);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
  });

  afterEach(() => {
    socket.destroy();
    server.close();
  });

  const send = async (head: string, body: string): Promise<Promise<Buffer>[]> => {
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n${body}`);
    return reading;
  };

  it('waits for the last byte', async () => {
    const [body] = await send('Content-Length: 4', '{"');
    socket.write('a');
    socket.write('"');
    await expect(body).resolves.toEqual(Buffer.from('{"a"'));
  });

  it('does not wait for ever', async () => {
    limits = { maxBytes: 100, arrivalMs: 50 };
    const [body] = await send('Content-Length: 4', '{"');
    await expect(body).rejects.toMatchObject({ kind: 'request-timeout' });
  });

  it('notices that the client has gone', async () => {
    const [body] = await send('Content-Length: 4', '{"');
    socket.destroy();
    await expect(body).rejects.toMatchObject({ kind: 'client-gone' });
  });

  it.each([
    ['Content-Length: 101', ''],
    ['Transfer-Encoding: chunked', `65\r\n${'x'.repeat(101)}\r\n`],
  ])('stops at the limit: %s', async (head, sent) => {
    const [body] = await send(head, sent);
    await expect(body).rejects.toMatchObject({ kind: 'body-too-large' });
  });
});
