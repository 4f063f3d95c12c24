import { Worker } from 'node:worker_threads';
import { type OutboundRequest, type UpstreamBody, type UpstreamResponse } from '#egress';
import { type FromThread, type ToThread, decodeError, encodeRequest } from './messages.js';

/** A request that takes more memory ends the thread and not the program. */
const MAX_HEAP_MB = 1_024;

type Reply = Exclude<FromThread, { error: unknown }>;

interface Exchange {
  id: number;
  waiting?: { resolve: (reply: Reply) => void; reject: (error: unknown) => void };
  /** Why it has ended, where it failed or was aborted. */
  failure?: { error: unknown };
}

/**
 * Does all work of the sandbox without keeping other requests waiting. The thread begins with the first request: most
 * gateways never need it.
 */
export class SandboxThread {
  private thread: Worker | undefined;
  private readonly exchanges = new Map<number, Exchange>();
  private lastId = 0;

  async send(request: OutboundRequest, signal: AbortSignal): Promise<UpstreamResponse> {
    signal.throwIfAborted();
    this.lastId += 1;
    const exchange: Exchange = { id: this.lastId };
    this.exchanges.set(exchange.id, exchange);
    const onAbort = (): void => {
      fail(exchange, signal.reason);
      this.close(exchange);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    const close = (): void => {
      signal.removeEventListener('abort', onAbort);
      this.close(exchange);
    };
    try {
      const { request: sent, moved } = encodeRequest(request);
      const reply = await this.ask(exchange, { id: exchange.id, request: sent }, moved);
      if (!('head' in reply)) throw new Error('the sandbox sent no response');
      return { ...reply.head, body: this.openBody(exchange, close) };
    } catch (error) {
      close();
      throw error;
    }
  }

  /** A chunk is asked for when it is wanted, so that a slow client holds up the work for it. */
  private openBody(exchange: Exchange, close: () => void): UpstreamBody {
    const next = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
      try {
        const reply = await this.ask(exchange, { id: exchange.id, pull: true });
        if ('chunk' in reply) return { done: false, value: Buffer.from(reply.chunk.buffer) };
      } catch (error) {
        close();
        throw error;
      }
      close();
      return END;
    };
    const end = (): Promise<typeof END> => {
      close();
      return Promise.resolve(END);
    };
    return { [Symbol.asyncIterator]: () => ({ next, return: end }) };
  }

  private ask(exchange: Exchange, message: ToThread, moved: ArrayBuffer[] = []): Promise<Reply> {
    if (exchange.failure !== undefined) return Promise.reject(exchange.failure.error);
    const thread = this.thread ?? this.start();
    return new Promise((resolve, reject) => {
      exchange.waiting = { resolve, reject };
      thread.ref();
      thread.postMessage(message, moved);
    });
  }

  private start(): Worker {
    const thread = new Worker(threadEntry(), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    this.thread = thread;
    thread.on('message', (message: FromThread) => this.receive(message));
    thread.once('error', (error) => this.end(thread, error));
    thread.once('exit', () => this.end(thread, new Error('the thread of the sandbox ended')));
    return thread;
  }

  private receive(message: FromThread): void {
    const exchange = this.exchanges.get(message.id);
    if (exchange === undefined) return;
    if ('error' in message) return fail(exchange, decodeError(message.error));
    const { waiting } = exchange;
    exchange.waiting = undefined;
    waiting?.resolve(message);
  }

  private close({ id }: Exchange): void {
    if (!this.exchanges.delete(id) || this.thread === undefined) return;
    this.thread.postMessage({ id, abort: true } satisfies ToThread, []);
    // A program that is told to end does not wait for a thread that has nothing to do.
    if (this.exchanges.size === 0) this.thread.unref();
  }

  /** The next request begins another one. */
  private end(thread: Worker, error: unknown): void {
    if (this.thread !== thread) return;
    this.thread = undefined;
    for (const exchange of this.exchanges.values()) fail(exchange, error);
  }
}

const END = { done: true, value: undefined } as const;

function fail(exchange: Exchange, error: unknown): void {
  exchange.failure ??= { error };
  exchange.waiting?.reject(error);
  exchange.waiting = undefined;
}

/** This code may have been bundled into a program that lies elsewhere, so it is found through the library's index. */
function threadEntry(): URL {
  const entryPoint = import.meta.resolve('#sandbox');
  const entry = entryPoint.endsWith('.ts') ? 'from-source/sandbox-thread-main.mjs' : 'sandbox-thread-main.js';
  return new URL(`thread/${entry}`, entryPoint);
}
