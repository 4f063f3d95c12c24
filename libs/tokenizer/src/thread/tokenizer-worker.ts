import { Worker } from 'node:worker_threads';
import { type TokenizerResult, type TokenizerJob } from './run-job.js';

/** In characters or tokens: seconds of work. Beyond this, an estimate is better than waiting. */
const MAX_PENDING_LENGTH = 10_000_000;

interface PendingJob {
  length: number;
  resolve: (result: TokenizerResult) => void;
  reject: (error: Error) => void;
}

type WorkerMessage = { id: number; result: TokenizerResult } | { id: number; hasFailed: true };

/**
 * Counting tokens takes milliseconds, and loading the vocabulary half a second. Both run in a worker thread. It
 * starts with the first job, because many gateways never count tokens.
 */
export class TokenizerWorker {
  private thread: Worker | undefined;
  private readonly pendingJobs = new Map<number, PendingJob>();
  private pendingLength = 0;
  private lastId = 0;

  /** Rejects if the job fails or too much work is pending. */
  run(job: TokenizerJob): Promise<TokenizerResult> {
    const { length } = job.kind === 'text' ? job.tokens : job.text;
    if (this.pendingLength + length > MAX_PENDING_LENGTH) {
      return Promise.reject(new Error('the tokenizer is busy'));
    }
    this.pendingLength += length;
    const thread = this.thread ?? this.start();
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve, reject) => {
      this.pendingJobs.set(id, { length, resolve, reject });
      thread.ref();
      thread.postMessage({ id, job }, []);
    });
  }

  private start(): Worker {
    const thread = new Worker(resolveThreadEntry(), { execArgv: [] });
    this.thread = thread;
    thread.on('message', (message: WorkerMessage) => this.settle(thread, message));
    thread.once('error', () => this.handleExit(thread));
    thread.once('exit', () => this.handleExit(thread));
    return thread;
  }

  private settle(thread: Worker, message: WorkerMessage): void {
    const job = this.pendingJobs.get(message.id);
    this.pendingJobs.delete(message.id);
    this.pendingLength -= job?.length ?? 0;
    // An idle thread does not keep the process alive.
    if (this.pendingJobs.size === 0) thread.unref();
    if ('hasFailed' in message) job?.reject(new Error('the tokenizer failed'));
    else job?.resolve(message.result);
  }

  /** The next job starts a new thread. */
  private handleExit(thread: Worker): void {
    if (this.thread !== thread) return;
    this.thread = undefined;
    for (const { reject } of this.pendingJobs.values()) reject(new Error('the tokenizer thread exited'));
    this.pendingJobs.clear();
    this.pendingLength = 0;
  }
}

/** Resolved through the library's index, because bundled code may be in another directory. */
function resolveThreadEntry(): URL {
  const entryPoint = import.meta.resolve('#tokenizer');
  const entry = entryPoint.endsWith('.ts') ? 'from-source/tokenizer-thread.mjs' : 'tokenizer-thread.js';
  return new URL(`thread/${entry}`, entryPoint);
}
