import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Account, type AccountOptions } from './account.js';
import { readBody } from './bodies/read-body.js';
import { Exchange } from './exchange.js';
import { RealtimeEntryPoint } from './openai-realtime/realtime-entry-point.js';
import type { RealtimeHandler } from './openai-realtime/realtime-handler.js';
import { ReceivedRequest } from './received-request.js';
import { Refused } from './refused.js';
import type { Reply } from './replies/reply.js';
import { sendReply } from './replies/send-reply.js';
import type { Scenario } from './scenarios/answer.js';
import { serviceAt } from './services.js';
import type { VideoHandler } from './videos/video-handler.js';

/** Replaces the response to a request; undefined for the normal one. */
export type Director = (request: ReceivedRequest) => Reply | undefined;

const DEFAULT_WAIT_MS = 5_000;
/** Longer than any test: an idle connection that closes by itself would be an unintended fault. */
const KEEP_ALIVE_MS = 600_000;

export async function startFakeUpstream(options: AccountOptions = {}): Promise<FakeUpstream> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, noDelay: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return new FakeUpstream(server, new Account(options));
}

/**
 * OpenAI, Anthropic and Gemini on one loopback socket, or one vendor with a separate server. Each is as strict as the
 * real one, follows its script and records the requests.
 */
export class FakeUpstream {
  /** The base URL of Anthropic, Gemini and Cohere clients; the path distinguishes the services. */
  readonly origin: string;
  /** The base URL of OpenAI and Jina clients. */
  readonly url: string;
  readonly received: ReceivedRequest[] = [];
  /** The rejected requests, with the reasons. */
  readonly refusals: { request: ReceivedRequest; message: string }[] = [];
  readonly #server: Server;
  readonly #account: Account;
  readonly #script: Reply[] = [];
  readonly #arrivals = new EventEmitter();
  readonly #openExchanges = new Set<Exchange>();
  readonly #scriptFailures: unknown[] = [];
  readonly #realtimeEntryPoint: RealtimeEntryPoint;
  #director?: Director;
  #connections = 0;

  constructor(server: Server, account: Account) {
    this.#server = server;
    this.#account = account;
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.url = `${this.origin}/v1`;
    server.on('connection', (socket) => {
      this.#connections += 1;
      socket.once('close', () => (this.#connections -= 1));
    });
    this.#realtimeEntryPoint = new RealtimeEntryPoint(account, (error) => this.#scriptFailures.push(error));
    server.on('upgrade', (message, socket, head) => this.#realtimeEntryPoint.open(message, socket, head));
    server.on('request', (message, response) => void this.#serve(message, response));
  }

  /** Queues replies, one for each of the next requests; with an empty queue the service has no fault. */
  script(...replies: Reply[]): void {
    this.#script.push(...replies);
  }

  /** Sets what the model does from now on, if the script is empty. */
  scenario(scenario: Scenario): void {
    this.#account.scenario = scenario;
  }

  /** Sets a function that may replace the response of each request from now on. */
  direct(director: Director): void {
    this.#director = director;
  }

  /** The videos that were made, and faults for the next ones. */
  get videos(): VideoHandler {
    return this.#account.videos;
  }

  /** The recorded WebSockets, and directions for the next connections and responses. */
  get realtime(): RealtimeHandler {
    return this.#account.realtime;
  }

  openConnections(): number {
    return this.#connections;
  }

  /** Requests whose response is neither finished nor aborted. */
  openExchanges(): number {
    return this.#openExchanges.size;
  }

  /** Waits for the request with this index in `received`. */
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

  /** Closes every connection. Fails if a reply could not be sent as scripted. */
  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const exchange of this.#openExchanges) exchange.reset();
    this.#realtimeEntryPoint.close();
    this.#server.closeAllConnections();
    await closed;
    if (this.#scriptFailures.length > 0) {
      throw new AggregateError(this.#scriptFailures, 'The fake upstream could not follow its script');
    }
  }

  async #serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    if (isVideoOrder(message) && this.videos.takeUnreadReset()) {
      response.socket?.resetAndDestroy();
      return;
    }
    const body = await readBody(message, this.#account.options.discardBodies).catch(() => undefined);
    if (!body) return;
    const service = serviceAt(message.url ?? '', this.#account.options);
    const request = new ReceivedRequest(message, body, service.credentialHeaders);
    const exchange = new Exchange(request, service, this.#account, response);
    this.#openExchanges.add(exchange);
    response.once('close', () => this.#openExchanges.delete(exchange));
    await service.identify?.(request, this.#account);
    this.received.push(request);
    this.#arrivals.emit('request');
    await this.#reply(exchange);
  }

  async #reply(exchange: Exchange): Promise<void> {
    const scripted = this.#script.shift();
    try {
      const reply = this.#refusal(exchange) ?? scripted ?? this.#director?.(exchange.request);
      await sendReply(exchange, reply ?? ownReply(exchange));
    } catch (error) {
      if (exchange.isClosed) return;
      this.#scriptFailures.push(error);
      exchange.reset();
    }
  }

  /** Why the real service would reject this request, if it would. */
  #refusal({ request, service, account }: Exchange): Reply | undefined {
    try {
      service.check(request, account);
      return undefined;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.refusals.push({ request, message: describe(error) });
      return { kind: 'error', ...service.refusal(error, request) };
    }
  }
}

function describe({ status, path, message }: Refused): string {
  return `${status} ${path.length > 0 ? `${path.join('.')}: ` : ''}${message}`;
}

function isVideoOrder({ method, url = '' }: IncomingMessage): boolean {
  return method === 'POST' && /^\/v1\/videos(\/[^/]+\/remix)?$|:predictLongRunning$/.test(url);
}

function ownReply({ request, service, account }: Exchange): Reply | undefined {
  return service.reply?.(request, account);
}
