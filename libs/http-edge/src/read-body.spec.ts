import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { ByteBudget } from '#limits';
import { RequestContext } from './request-context.js';
import { type BodyLimits, readJsonBody } from './read-body.js';
import { eventually } from '../../../test/eventually/index.js';

const MEGABYTE = 2 ** 20;

async function eventuallyHeld(memory: ByteBudget, bytes: number): Promise<void> {
  await eventually(() => memory.usedBytes === bytes);
}

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
        const requestContext = new RequestContext();
        requestContext.endWithConnection(response);
        const request = { raw, headers: raw.headers, requestContext } as unknown as FastifyRequest;
        const body = readJsonBody(request, { raw: response } as unknown as FastifyReply, limits);
        body.catch(() => undefined);
        // In a list, because a promise itself would be awaited here.
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

  const sendPacked = async (text: string, encoding = 'gzip'): Promise<Promise<Buffer>[]> => {
    const packed = encoding === 'br' ? brotliCompressSync(text) : gzipSync(text);
    socket.write(
      `POST / HTTP/1.1\r\nHost: x\r\nContent-Encoding: ${encoding}\r\nContent-Length: ${packed.length}\r\n\r\n`,
    );
    socket.write(packed);
    return reading;
  };

  it.each(['gzip', 'br'])('decompresses %s, also with a high ratio', async (encoding) => {
    limits = { maxBytes: 8 * MEGABYTE };
    const text = `{"a":"${'b'.repeat(3 * MEGABYTE)}"}`;
    const [body] = await sendPacked(text, encoding);
    expect((await body)?.toString()).toBe(text);
  });

  it('stops at the limit while it decompresses', async () => {
    limits = { maxBytes: MEGABYTE };
    const [body] = await sendPacked('x'.repeat(2 * MEGABYTE));
    await expect(body).rejects.toMatchObject({ kind: 'body-too-large' });
  });

  it('rejects a body with an extreme ratio', async () => {
    limits = { maxBytes: 64 * MEGABYTE };
    const [body] = await sendPacked('0,'.repeat(16 * MEGABYTE));
    await expect(body).rejects.toMatchObject({
      kind: 'body-too-large',
      message: expect.stringContaining('100 times'),
    });
  });

  it.each([
    ['Content-Encoding: gzip, gzip', 'unsupported-media-type'],
    ['Content-Encoding: zstd', 'unsupported-media-type'],
    ['Content-Encoding: gzip', 'invalid-json'],
  ])('rejects an unsupported or invalid encoding: %s', async (encoding, kind) => {
    const [body] = await send(`${encoding}\r\nContent-Length: 4`, 'none');
    await expect(body).rejects.toMatchObject({ kind });
  });

  it('holds memory until the request has ended, and rejects a body for which there is none', async () => {
    const memory = new ByteBudget({ maxBytes: MEGABYTE, waitMs: 20 });
    limits = { maxBytes: 8 * MEGABYTE, memory };
    const other = memory.open();
    void other.take(MEGABYTE / 2);
    const [body] = await send(`Content-Length: ${MEGABYTE}`, 'x'.repeat(MEGABYTE));
    await expect(body).rejects.toMatchObject({ kind: 'overloaded' });
    socket.destroy();
    await eventuallyHeld(memory, MEGABYTE / 2);
  });

  it('continues when another request has released memory', async () => {
    const memory = new ByteBudget({ maxBytes: MEGABYTE });
    limits = { maxBytes: 8 * MEGABYTE, memory };
    const other = memory.open();
    void other.take(MEGABYTE);
    const text = `{"a":"${'b'.repeat(MEGABYTE / 2)}"}`;
    const [body] = await send(`Content-Length: ${text.length}`, text);
    other.release();
    expect((await body)?.length).toBe(text.length);
    expect(memory.usedBytes).toBe(text.length);
    socket.destroy();
    await eventuallyHeld(memory, 0);
  });

  it('waits for the last byte', async () => {
    const [body] = await send('Content-Length: 4', '{"');
    socket.write('a');
    socket.write('"');
    await expect(body).resolves.toEqual(Buffer.from('{"a"'));
  });

  it('times out', async () => {
    limits = { maxBytes: 100, arrivalMs: 50 };
    const [body] = await send('Content-Length: 4', '{"');
    await expect(body).rejects.toMatchObject({ kind: 'request-timeout' });
  });

  it('rejects if the client disconnects', async () => {
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
