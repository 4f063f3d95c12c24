import { Worker } from 'node:worker_threads';
import { type TokenizerAnswer, type TokenizerJob } from './run-job.js';

/** In characters or tokens: seconds of work. Beyond that, whoever asks is better served by an estimate. */
const MAX_WAITING_LENGTH = 10_000_000;

interface Waiting {
  length: number;
  resolve: (answer: TokenizerAnswer) => void;
  reject: (error: Error) => void;
}

type News = { id: number; answer: TokenizerAnswer } | { id: number; hasFailed: true };

/**
 * Counting tokens takes milliseconds, and loading the vocabulary half a second. Both happen on a thread of their own,
 * which begins with the first job: many gateways never count.
 */
export class TokenizerWorker {
  private thread: Worker | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private waitingLength = 0;
  private lastId = 0;

  /** Rejects where the job cannot be done, or too much is waiting. */
  run(job: TokenizerJob): Promise<TokenizerAnswer> {
    const { length } = job.kind === 'text' ? job.tokens : job.text;
    if (this.waitingLength + length > MAX_WAITING_LENGTH) {
      return Promise.reject(new Error('the tokenizer is busy'));
    }
    this.waitingLength += length;
    const thread = this.thread ?? this.start();
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { length, resolve, reject });
      thread.ref();
      thread.postMessage({ id, job }, []);
    });
  }

  private start(): Worker {
    const thread = new Worker(threadEntry(), { execArgv: [] });
    this.thread = thread;
    thread.on('message', (news: News) => this.settle(thread, news));
    thread.once('error', () => this.end(thread));
    thread.once('exit', () => this.end(thread));
    return thread;
  }

  private settle(thread: Worker, news: News): void {
    const waiting = this.waiting.get(news.id);
    this.waiting.delete(news.id);
    this.waitingLength -= waiting?.length ?? 0;
    // A program that is told to end does not wait for a thread that has nothing to do.
    if (this.waiting.size === 0) thread.unref();
    if ('hasFailed' in news) waiting?.reject(new Error('the tokenizer failed'));
    else waiting?.resolve(news.answer);
  }

  /** The next job begins another one. */
  private end(thread: Worker): void {
    if (this.thread !== thread) return;
    this.thread = undefined;
    for (const { reject } of this.waiting.values()) reject(new Error('the thread of the tokenizer ended'));
    this.waiting.clear();
    this.waitingLength = 0;
  }
}

/** This code may have been bundled into a program that lies elsewhere, so it is found through the library's index. */
function threadEntry(): URL {
  const entryPoint = import.meta.resolve('#tokenizer');
  const entry = entryPoint.endsWith('.ts') ? 'from-source/tokenizer-thread.mjs' : 'tokenizer-thread.js';
  return new URL(`thread/${entry}`, entryPoint);
}
