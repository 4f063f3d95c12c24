import { EventEmitter, once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { WebSocket } from 'ws';
import { asFields, type Fields } from '../fields.js';

const DEFAULT_WAIT_MS = 5_000;

export interface ClientOptions {
  headers?: Record<string, string>;
  protocols?: string[];
}

/** A WebSocket that stores the events that it receives, and can wait for them. */
export class RawClient {
  readonly events: Fields[] = [];
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly #arrivals = new EventEmitter();
  #taken = 0;

  private constructor(readonly socket: WebSocket) {
    socket.on('error', () => {});
    socket.on('message', (data: Buffer) => {
      this.events.push(asFields(JSON.parse(data.toString('utf8'))));
      this.#arrivals.emit('event');
    });
    this.closed = new Promise((resolve) => {
      socket.once('close', (code, reason) => resolve({ code, reason: reason.toString('utf8') }));
    });
  }

  static async open(url: string, options: ClientOptions = {}): Promise<RawClient> {
    const client = new RawClient(socketTo(url, options));
    await once(client.socket, 'open');
    return client;
  }

  get types(): unknown[] {
    return this.events.map(({ type }) => type);
  }

  send(...events: object[]): void {
    for (const event of events) this.socket.send(JSON.stringify(event));
  }

  /** The events up to the next of this type, without those of earlier calls. */
  async until(type: string, timeoutMs = DEFAULT_WAIT_MS): Promise<Fields[]> {
    const deadline = AbortSignal.timeout(timeoutMs);
    for (;;) {
      const index = this.events.findIndex((event, at) => at >= this.#taken && event.type === type);
      if (index >= 0) {
        const events = this.events.slice(this.#taken, index + 1);
        this.#taken = index + 1;
        return events;
      }
      await once(this.#arrivals, 'event', { signal: deadline }).catch(() => {
        throw new Error(`No ${type} within ${timeoutMs} ms, but ${this.types.join(', ')}`);
      });
    }
  }

  /** The next event of this type. */
  async next(type: string): Promise<Fields> {
    return (await this.until(type)).at(-1) ?? {};
  }
}

/** The HTTP response to an upgrade request. */
export async function refusalAt(
  url: string,
  options: ClientOptions = {},
): Promise<{ status: number; headers: IncomingMessage['headers']; body: Fields }> {
  const socket = socketTo(url, options);
  socket.on('error', () => {});
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
  const body = asFields(JSON.parse(await text(response)));
  return { status: response.statusCode ?? 0, headers: response.headers, body };
}

function socketTo(url: string, { headers, protocols = [] }: ClientOptions): WebSocket {
  return new WebSocket(url.replace(/^http/, 'ws'), protocols, { headers, perMessageDeflate: false });
}
