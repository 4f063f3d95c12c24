import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Exchange } from './exchange.js';
import { ReceivedRequest } from './received-request.js';
import type { Reply } from './replies/reply.js';
import { sendReply } from './replies/send-reply.js';
import { refusalOf } from './strictness.js';

const DEFAULT_WAIT_MS = 5_000;
/** Longer than any test: an idle connection that closes on its own would be a fault nobody asked for. */
const KEEP_ALIVE_MS = 600_000;

interface FakeUpstreamOptions {
  apiKeys?: readonly string[];
}

export async function startFakeUpstream(options: FakeUpstreamOptions = {}): Promise<FakeUpstream> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, noDelay: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return new FakeUpstream(server, options.apiKeys ?? ['sk-upstream-1']);
}

/** An OpenAI-compatible service on a loopback socket that does what it is told and remembers what it was sent. */
export class FakeUpstream {
  readonly url: string;
  readonly received: ReceivedRequest[] = [];
  readonly #server: Server;
  readonly #apiKeys: readonly string[];
  readonly #script: Reply[] = [];
  readonly #arrivals = new EventEmitter();
  readonly #openExchanges = new Set<Exchange>();
  readonly #scriptFailures: unknown[] = [];
  #connections = 0;

  constructor(server: Server, apiKeys: readonly string[]) {
    this.#server = server;
    this.#apiKeys = apiKeys;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    server.on('connection', (socket) => {
      this.#connections += 1;
      socket.once('close', () => (this.#connections -= 1));
    });
    server.on('request', (message, response) => void this.#serve(message, response));
  }

  /** Queues replies, one for each request to come; with an empty queue the service is well. */
  script(...replies: Reply[]): void {
    this.#script.push(...replies);
  }

  openConnections(): number {
    return this.#connections;
  }

  /** Requests whose reply is neither finished nor broken off. */
  openExchanges(): number {
    return this.#openExchanges.size;
  }

  /** The request with this index in `received`, when it has come. */
  async waitForRequest(index: number, timeoutMs = DEFAULT_WAIT_MS): Promise<ReceivedRequest> {
    const deadline = AbortSignal.timeout(timeoutMs);
    for (;;) {
      const request = this.received[index];
      if (request) return request;
      await once(this.#arrivals, 'request', { signal: deadline }).catch(() => {
        throw new Error(`No request ${index} within ${timeoutMs} ms; ${this.received.length} came before it`);
      });
    }
  }

  /** Drops every connection. Fails if a reply could not be sent as scripted. */
  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const exchange of this.#openExchanges) exchange.reset();
    this.#server.closeAllConnections();
    await closed;
    if (this.#scriptFailures.length > 0) {
      throw new AggregateError(this.#scriptFailures, 'The fake upstream could not follow its script');
    }
  }

  async #serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(message).catch(() => undefined);
    if (!body) return;
    const request = new ReceivedRequest(message, body);
    const exchange = new Exchange(request, response);
    this.#openExchanges.add(exchange);
    response.once('close', () => this.#openExchanges.delete(exchange));
    this.received.push(request);
    this.#arrivals.emit('request');
    await this.#reply(exchange);
  }

  async #reply(exchange: Exchange): Promise<void> {
    const scripted = this.#script.shift();
    const refusal = refusalOf(exchange.request, this.#apiKeys);
    try {
      await sendReply(exchange, refusal ? { kind: 'error', ...refusal } : scripted);
    } catch (error) {
      if (exchange.isClosed) return;
      this.#scriptFailures.push(error);
      exchange.reset();
    }
  }
}
