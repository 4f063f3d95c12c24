import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import { streamFile } from './stream-file.js';

const CHUNK_BYTES = 64 * 1024;
/** More than all buffers between server and client on one machine. */
const MUCH_BYTES = 256 * 1024 * 1024;

/** An endless file that counts the bytes that were read. */
class EndlessFile extends Readable {
  takenBytes = 0;

  override _read(): void {
    this.takenBytes += CHUNK_BYTES;
    if (this.takenBytes > MUCH_BYTES) this.push(null);
    else this.push(Buffer.alloc(CHUNK_BYTES));
  }
}

describe('streamFile', () => {
  const drain = new AbortController();
  let server: Server;
  let client: Socket;

  beforeEach(async () => {
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.on('error', () => undefined);
  });

  afterEach(() => {
    client.destroy();
    server.close();
  });

  /** Serves one request, and returns how it ended. */
  const serveOne = (
    file: Readable,
    { signal = drain.signal, stallMs = 10_000 } = {},
  ): Promise<GatewayError | undefined> => {
    const outcome = new Promise<GatewayError | undefined>((resolve, reject) => {
      server.once('request', (_request, response) => {
        streamFile(response, file, { signal, stallMs }).then(
          () => resolve(undefined),
          (error: unknown) => (error instanceof GatewayError ? resolve(error) : reject(error as Error)),
        );
      });
    });
    client.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    return outcome;
  };

  it('sends all of it', async () => {
    const received: Buffer[] = [];
    client.on('data', (bytes: Buffer) => received.push(bytes));
    expect(await serveOne(Readable.from([Buffer.from('one '), Buffer.from('two')]))).toBeUndefined();
    server.closeAllConnections();
    await once(client, 'close');
    expect(Buffer.concat(received).toString()).toMatch(/one [^]*two[^]*\r\n0\r\n\r\n$/);
  });

  it('closes the file if the client disconnects', async () => {
    const file = new EndlessFile();
    const outcome = serveOne(file);
    await once(client, 'data');
    client.destroy();
    expect(await outcome).toMatchObject({ kind: 'client-gone' });
    expect(file.destroyed).toBe(true);
  });

  it('closes the file for a client that had already disconnected', async () => {
    const file = new EndlessFile();
    const outcome = new Promise((resolve) => {
      server.once('request', (_request, response) => {
        response.once('close', () => {
          streamFile(response, file, { signal: drain.signal, stallMs: 10_000 }).catch(resolve);
        });
        client.destroy();
      });
    });
    client.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    expect(await outcome).toMatchObject({ kind: 'client-gone' });
    expect(file.destroyed).toBe(true);
  });

  it('reads no more than the client does, and closes the connection of one that reads nothing', async () => {
    const file = new EndlessFile();
    client.pause();
    const outcome = await serveOne(file, { stallMs: 100 });
    expect(outcome).toMatchObject({ kind: 'client-gone' });
    expect(file.destroyed).toBe(true);
    expect(file.takenBytes).toBeLessThan(MUCH_BYTES / 2);
  });

  it('stops when the shutdown must not wait any longer', async () => {
    const file = new EndlessFile();
    const shutdown = new AbortController();
    const outcome = serveOne(file, { signal: shutdown.signal });
    await once(client, 'data');
    client.pause();
    const reason = new GatewayError('shutting-down', 'The gateway is shutting down.');
    shutdown.abort(reason);
    expect(await outcome).toBe(reason);
    expect(file.destroyed).toBe(true);
  });

  it('closes the connection if the file cannot be read', async () => {
    const cause = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.from('half');
      throw cause;
    }
    const outcome = serveOne(Readable.from(broken()));
    client.resume();
    await once(client, 'close');
    expect(await outcome).toMatchObject({ kind: 'internal-error', cause });
  });
});
