import { type ServerResponse } from 'node:http';
import { type CancelSignal, CancelSource, GatewayError } from '#canonical';
import { type ClientSide, type ClientStream } from '#relay';
import { type FastifyReply } from 'fastify';

const WRITE_STALL_MS = 30_000;

/** The client's end of a request over HTTP. */
export class ClientConnection implements ClientSide {
  private readonly abort = new CancelSource();
  readonly signal: CancelSignal = this.abort;

  constructor(
    private readonly reply: FastifyReply,
    /** Aborted when this process may wait no longer. */
    private readonly shutdown: AbortSignal,
  ) {
    const open = openUntil(shutdown);
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
    cutIfStalled(raw);
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
        cutIfStalled(raw);
        raw.end();
      },
      abort: (lastWords) => breakOff(raw, lastWords),
    };
  }

  /** Names and values in turn, which costs Node less than an object. What the answer itself says wins. */
  private toHeaderList(headers: Record<string, string>, ...last: string[]): string[] {
    const list = [...this.reply.request.exchange.answerHeaders];
    const own = this.reply.getHeaders();
    for (const name in own) if (!(name in headers)) list.push(name, String(own[name]));
    for (const name in headers) list.push(name, headers[name] ?? '');
    list.push(...last);
    return list;
  }

  private write(raw: ServerResponse, bytes: Uint8Array | string): void | Promise<void> {
    if (this.signal.aborted) throw this.signal.reason;
    this.reply.request.exchange.streamedChunks += 1;
    return raw.write(bytes) ? undefined : this.waitForRoom(raw);
  }

  private waitForRoom(raw: ServerResponse): Promise<void> {
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

/** All that are open: one listener for all of them costs less than one for each. */
function openUntil(shutdown: AbortSignal): Set<CancelSource> {
  const known = openConnections.get(shutdown);
  if (known !== undefined) return known;
  const open = new Set<CancelSource>();
  openConnections.set(shutdown, open);
  shutdown.addEventListener('abort', () => {
    for (const connection of open) connection.abort(shutdown.reason);
  });
  return open;
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
