import { Worker } from 'node:worker_threads';
import { type OutboundRequest, type UpstreamBody, type UpstreamResponse } from '#egress';
import { type MessageFromThread, type MessageToThread, decodeError, encodeRequest } from './messages.js';

/** In megabytes. A request that needs more ends the thread and not the process. */
const MAX_HEAP_MB = 1_024;

type Reply = Exclude<MessageFromThread, { error: unknown }>;

interface PendingRequest {
  id: number;
  waiting?: { resolve: (reply: Reply) => void; reject: (error: unknown) => void };
  /** Set if the request failed or was aborted. */
  failure?: { error: unknown };
}

/**
 * Runs the sandbox in a worker thread, so that other requests do not wait for it. The thread starts with the first
 * request, because most gateways never need it.
 */
export class SandboxThread {
  private thread: Worker | undefined;
  private readonly pendingRequests = new Map<number, PendingRequest>();
  private lastId = 0;

  async send(request: OutboundRequest, signal: AbortSignal): Promise<UpstreamResponse> {
    signal.throwIfAborted();
    this.lastId += 1;
    const pending: PendingRequest = { id: this.lastId };
    this.pendingRequests.set(pending.id, pending);
    const onAbort = (): void => {
      failRequest(pending, signal.reason);
      this.close(pending);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    const close = (): void => {
      signal.removeEventListener('abort', onAbort);
      this.close(pending);
    };
    try {
      const { request: sent, moved } = encodeRequest(request);
      const reply = await this.post(pending, { id: pending.id, request: sent }, moved);
      if (!('head' in reply)) throw new Error('the sandbox sent no response');
      return { ...reply.head, body: this.openBody(pending, close) };
    } catch (error) {
      close();
      throw error;
    }
  }

  /** Each chunk is requested when the client reads it, so that a slow client slows down the work for it. */
  private openBody(pending: PendingRequest, close: () => void): UpstreamBody {
    const next = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
      try {
        const reply = await this.post(pending, { id: pending.id, pull: true });
        if ('chunk' in reply) return { done: false, value: Buffer.from(reply.chunk.buffer) };
      } catch (error) {
        close();
        throw error;
      }
      close();
      return DONE;
    };
    const stop = (): Promise<typeof DONE> => {
      close();
      return Promise.resolve(DONE);
    };
    return { [Symbol.asyncIterator]: () => ({ next, return: stop }) };
  }

  private post(pending: PendingRequest, message: MessageToThread, moved: ArrayBuffer[] = []): Promise<Reply> {
    if (pending.failure !== undefined) return Promise.reject(pending.failure.error);
    const thread = this.thread ?? this.start();
    return new Promise((resolve, reject) => {
      pending.waiting = { resolve, reject };
      thread.ref();
      thread.postMessage(message, moved);
    });
  }

  private start(): Worker {
    const thread = new Worker(resolveThreadEntry(), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    this.thread = thread;
    thread.on('message', (message: MessageFromThread) => this.receive(message));
    thread.once('error', (error) => this.handleExit(thread, error));
    thread.once('exit', () => this.handleExit(thread, new Error('the thread of the sandbox ended')));
    return thread;
  }

  private receive(message: MessageFromThread): void {
    const pending = this.pendingRequests.get(message.id);
    if (pending === undefined) return;
    if ('error' in message) return failRequest(pending, decodeError(message.error));
    const { waiting } = pending;
    pending.waiting = undefined;
    waiting?.resolve(message);
  }

  private close({ id }: PendingRequest): void {
    if (!this.pendingRequests.delete(id) || this.thread === undefined) return;
    this.thread.postMessage({ id, abort: true } satisfies MessageToThread, []);
    // An idle thread does not keep the process alive.
    if (this.pendingRequests.size === 0) this.thread.unref();
  }

  /** The next request starts a new thread. */
  private handleExit(thread: Worker, error: unknown): void {
    if (this.thread !== thread) return;
    this.thread = undefined;
    for (const pending of this.pendingRequests.values()) failRequest(pending, error);
  }
}

const DONE = { done: true, value: undefined } as const;

function failRequest(pending: PendingRequest, error: unknown): void {
  pending.failure ??= { error };
  pending.waiting?.reject(error);
  pending.waiting = undefined;
}

/** Resolved through the library's index, because bundled code may be in another directory. */
function resolveThreadEntry(): URL {
  const entryPoint = import.meta.resolve('#sandbox');
  const entry = entryPoint.endsWith('.ts') ? 'from-source/sandbox-thread-main.mjs' : 'sandbox-thread-main.js';
  return new URL(`thread/${entry}`, entryPoint);
}
