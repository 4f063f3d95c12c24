import { type ServerResponse } from 'node:http';
import { type CancelSignal, CancelSource, GatewayError } from '#canonical';
import { type ClientSide, type ClientStream } from '#relay';
import { type FastifyReply } from 'fastify';

const WRITE_STALL_MS = 30_000;

/** Sends the response of the relay to a client over HTTP. */
export class ClientConnection implements ClientSide {
  private readonly abort = new CancelSource();
  readonly signal: CancelSignal = this.abort;

  constructor(
    private readonly reply: FastifyReply,
    /** Aborted when the time for running requests to finish is over. */
    private readonly shutdown: AbortSignal,
  ) {
    const open = getOrCreateConnections(shutdown);
    open.add(this.abort);
    reply.raw.once('close', () => {
      open.delete(this.abort);
      if (!reply.raw.writableFinished) this.abort.abort(clientGone());
    });
    if (shutdown.aborted) this.abort.abort(shutdown.reason);
    if (reply.raw.destroyed) this.abort.abort(clientGone());
  }

  sendWhole(headers: Record<string, string>, body: Buffer): void {
    const { raw } = this.reply;
    if (raw.destroyed) throw clientGone();
    limitFinalWrite(raw);
    this.reply.hijack();
    raw.writeHead(200, this.toHeaderList(headers, 'content-length', String(body.length)));
    raw.end(body);
  }

  openStream(headers: Record<string, string>): ClientStream {
    const { raw } = this.reply;
    if (raw.destroyed) throw clientGone();
    this.reply.hijack();
    const list = this.toHeaderList(headers, 'cache-control', 'no-cache', 'x-accel-buffering', 'no');
    if (this.shutdown.aborted) list.push('connection', 'close');
    raw.writeHead(200, list);
    return {
      write: (bytes) => this.write(raw, bytes),
      end: () => {
        limitFinalWrite(raw);
        raw.end();
      },
      abort: (finalEvent) => abortStream(raw, finalEvent),
    };
  }

  /**
   * Names and values alternate, which is faster in Node than an object. Headers of this response have priority over those of
   * the reply.
   */
  private toHeaderList(headers: Record<string, string>, ...last: string[]): string[] {
    const list = [...this.reply.request.requestContext.responseHeaders];
    const own = this.reply.getHeaders();
    for (const name in own) if (!(name in headers)) list.push(name, String(own[name]));
    for (const name in headers) list.push(name, headers[name] ?? '');
    list.push(...last);
    return list;
  }

  private write(raw: ServerResponse, bytes: Uint8Array | string): void | Promise<void> {
    if (this.signal.aborted) throw this.signal.reason;
    this.reply.request.requestContext.streamedChunks += 1;
    return raw.write(bytes) ? undefined : this.waitForDrain(raw);
  }

  private waitForDrain(raw: ServerResponse): Promise<void> {
    return new Promise<void>((resolve, reject) => {
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

const openConnections = new WeakMap<AbortSignal, Set<CancelSource>>();

/** The connections to abort at shutdown. One listener for all of them is faster than one for each. */
function getOrCreateConnections(shutdown: AbortSignal): Set<CancelSource> {
  const existing = openConnections.get(shutdown);
  if (existing !== undefined) return existing;
  const open = new Set<CancelSource>();
  openConnections.set(shutdown, open);
  shutdown.addEventListener('abort', () => {
    for (const connection of open) connection.abort(shutdown.reason);
  });
  return open;
}

/** Closes the connection without the last chunk of the body, so that every client notices that the body is incomplete. */
function abortStream(raw: ServerResponse, finalEvent: string): void {
  if (raw.destroyed) return;
  const { socket } = raw;
  limitFinalWrite(raw);
  raw.write(finalEvent, () => socket?.destroySoon());
}

/** Limits the time to write the last bytes, so that a client that does not read cannot keep its connection open for ever. */
function limitFinalWrite(raw: ServerResponse): void {
  raw.socket?.setTimeout(WRITE_STALL_MS);
}

function clientGone(): GatewayError {
  return new GatewayError('client-gone', 'The client closed the connection.');
}
