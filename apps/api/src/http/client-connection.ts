import { type ServerResponse } from 'node:http';
import { GatewayError } from '#canonical';
import { type ClientSide, type ClientStream } from '#relay';
import { type FastifyReply } from 'fastify';

const WRITE_STALL_MS = 30_000;

/** The client's end of a request over HTTP. */
export class ClientConnection implements ClientSide {
  private readonly abort = new AbortController();
  readonly signal = this.abort.signal;

  constructor(
    private readonly reply: FastifyReply,
    /** Aborted when this process may wait no longer. */
    private readonly shutdown: AbortSignal,
  ) {
    const onShutdown = (): void => this.abort.abort(shutdown.reason);
    shutdown.addEventListener('abort', onShutdown, { once: true });
    reply.raw.once('close', () => {
      shutdown.removeEventListener('abort', onShutdown);
      if (!reply.raw.writableFinished) this.abort.abort(clientGone());
    });
    if (shutdown.aborted) onShutdown();
    if (reply.raw.destroyed) this.abort.abort(clientGone());
  }

  sendWhole(headers: Record<string, string>, body: Buffer): void {
    if (this.reply.raw.destroyed) throw clientGone();
    cutIfStalled(this.reply.raw);
    void this.reply.code(200).headers(headers).send(body);
  }

  openStream(headers: Record<string, string>): ClientStream {
    const { raw } = this.reply;
    if (raw.destroyed) throw clientGone();
    this.reply.hijack();
    const own = this.reply.getHeaders() as Record<string, string>;
    const connection: Record<string, string> = this.shutdown.aborted ? { connection: 'close' } : {};
    raw.writeHead(200, {
      ...own,
      ...headers,
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
      ...connection,
    });
    return {
      write: (bytes) => this.write(raw, bytes),
      end: () => {
        cutIfStalled(raw);
        raw.end();
      },
      breakOff: (lastWords) => breakOff(raw, lastWords),
    };
  }

  private async write(raw: ServerResponse, bytes: Uint8Array | string): Promise<void> {
    if (this.signal.aborted) throw this.signal.reason;
    if (raw.write(bytes)) return;
    await new Promise<void>((resolve, reject) => {
      const stall = setTimeout(() => {
        this.abort.abort(clientGone());
        raw.destroy();
      }, WRITE_STALL_MS);
      const finish = (): void => {
        clearTimeout(stall);
        raw.off('drain', finish);
        this.signal.removeEventListener('abort', finish);
        if (this.signal.aborted) reject(this.signal.reason);
        else resolve();
      };
      raw.once('drain', finish);
      this.signal.addEventListener('abort', finish, { once: true });
    });
  }
}

/** The connection ends without the chunk that would close the body: every client sees that something is missing. */
function breakOff(raw: ServerResponse, lastWords: string): void {
  if (raw.destroyed) return;
  const { socket } = raw;
  cutIfStalled(raw);
  raw.write(lastWords, () => socket?.destroySoon());
}

/** For last bytes, which nobody waits for: a client that takes none of them must not hold its connection for ever. */
function cutIfStalled(raw: ServerResponse): void {
  raw.socket?.setTimeout(WRITE_STALL_MS);
}

function clientGone(): GatewayError {
  return new GatewayError('client-gone', 'The client closed the connection.');
}
