import { type ErrorDetails, type ErrorKind, GatewayError, type JsonObject } from '#canonical';
import { countValues } from '#json-scan';
import { Worker } from 'node:worker_threads';
import { type FetchedMedia } from '../media-fetcher.js';
import { type ConversationTexts, type TextsJob, decodeTexts } from './conversation-texts.js';
import { type ResolveOptions } from './resolve-media.js';
import { type TranslatedRequest, type TranslationJob } from './translate-request.js';

/**
 * Decoding and encoding this many values takes about five milliseconds. Larger requests are translated on the thread.
 */
export const MAX_INLINE_VALUES = 5_000;

/** How many jobs the thread has at a time, without those that wait for a link. Their bodies are in memory twice. */
const MAX_RUNNING = 4;

/** An error as it is sent between threads. Errors of other classes stay on their thread and are sent as a key. */
export type ErrorData = { kind: ErrorKind; message: string; details: ErrorDetails } | { key: number };

type Job = TranslationJob | TextsJob;

export type ToThread =
  | { id: number; job: Job }
  | { id: number; link: number; media: FetchedMedia }
  | { id: number; link: number; error: ErrorData };

interface LinkRequest {
  id: number;
  fetch: string;
  link: number;
}

/** The settings are JSON text, because parsing it is faster than cloning an object. */
interface TranslationResult {
  body: Uint8Array;
  lost: TranslatedRequest['lost'];
  settings: string;
  hasTools: boolean;
}

export type FromThread =
  | LinkRequest
  | { id: number; result: TranslationResult | ConversationTexts }
  | { id: number; error: ErrorData };

type Media = Omit<ResolveOptions, 'locate'>;

const NO_LINKS: Media = { fetchMedia: () => Promise.reject(new Error('a text has no links')) };

interface PendingJob {
  job: Job;
  media: Media;
  /** While a job waits for links, another one can run. */
  openLinks: number;
  /** Aborts the other fetches when one has failed. */
  failure: AbortController;
  /** Errors of link fetches by link number. */
  thrown: Map<number, unknown>;
  /** The type of the result depends on the kind of job. */
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/**
 * Decodes and translates large requests without blocking the event loop. The thread is started for the first of them:
 * most gateways never need it.
 */
export class TranslationThread {
  private thread: Worker | undefined;
  private readonly jobs = new Map<number, PendingJob>();
  private readonly waiting: number[] = [];
  private running = 0;
  private lastId = 0;

  async translate(job: TranslationJob, media: Media): Promise<TranslatedRequest> {
    const { body, lost, settings, hasTools } = (await this.run(job, media)) as TranslationResult;
    return {
      body: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
      lost,
      settings: JSON.parse(settings) as JsonObject,
      hasTools,
    };
  }

  async decodeTexts(job: TextsJob): Promise<ConversationTexts> {
    return (await this.run(job, NO_LINKS)) as ConversationTexts;
  }

  private run(job: Job, media: Media): Promise<unknown> {
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve, reject) => {
      const failure = new AbortController();
      this.jobs.set(id, { job, media, openLinks: 0, failure, thrown: new Map(), resolve, reject });
      this.waiting.push(id);
      this.startNext();
    });
  }

  private startNext(): void {
    while (this.running < MAX_RUNNING) {
      const id = this.waiting.shift();
      const next = id === undefined ? undefined : this.jobs.get(id);
      if (id === undefined || next === undefined) return;
      if (next.media.signal?.aborted === true) {
        this.settle(id, ({ reject, media }) => reject(media.signal?.reason));
        continue;
      }
      this.running += 1;
      this.post({ id, job: next.job });
    }
  }

  private post(message: ToThread): void {
    const thread = this.thread ?? this.start();
    thread.ref();
    thread.postMessage(message, []);
  }

  private start(): Worker {
    const thread = new Worker(new URL('chat/translation-thread-main.js', import.meta.resolve('#relay')), {
      execArgv: [],
    });
    this.thread = thread;
    thread.on('message', (message: FromThread) => this.receive(message));
    thread.once('error', (error) => this.end(thread, error));
    thread.once('exit', () => this.end(thread, new Error('the translation thread exited')));
    return thread;
  }

  private receive(message: FromThread): void {
    if ('fetch' in message) {
      void this.fetch(message);
      return;
    }
    this.running -= 1;
    this.settle(message.id, (running) => {
      if ('error' in message) running.reject(toThrown(message.error, running.thrown));
      else running.resolve(message.result);
    });
    this.startNext();
  }

  /** Links are fetched on the main thread, which has the address rules and the memory budget. */
  private async fetch({ id, fetch: url, link }: LinkRequest): Promise<void> {
    const running = this.jobs.get(id);
    if (running === undefined) return;
    if (running.openLinks === 0) this.running -= 1;
    running.openLinks += 1;
    this.startNext();
    const fetched = await fetchLink(url, running);
    if (!this.jobs.has(id)) return;
    running.openLinks -= 1;
    if (running.openLinks === 0) this.running += 1;
    if ('thrown' in fetched) {
      running.thrown.set(link, fetched.thrown);
      this.post({ id, link, error: toErrorData(fetched.thrown, link) });
    } else this.post({ id, link, media: fetched });
  }

  private settle(id: number, settle: (running: PendingJob) => void): void {
    const running = this.jobs.get(id);
    this.jobs.delete(id);
    // An idle thread must not keep the process alive.
    if (this.jobs.size === 0) this.thread?.unref();
    if (running !== undefined) settle(running);
  }

  /** The next job starts another thread. */
  private end(thread: Worker, error: unknown): void {
    if (this.thread !== thread) return;
    this.thread = undefined;
    this.running = 0;
    this.waiting.length = 0;
    for (const id of this.jobs.keys()) this.settle(id, ({ reject }) => reject(error));
  }
}

async function fetchLink(
  url: string,
  { media, failure }: PendingJob,
): Promise<FetchedMedia | { thrown: unknown }> {
  const signals = media.signal === undefined ? [] : [media.signal];
  try {
    const signal = AbortSignal.any([failure.signal, ...signals]);
    return await media.fetchMedia(url, { signal, hold: media.hold });
  } catch (thrown) {
    failure.abort(thrown);
    return { thrown };
  }
}

export const translationThread = new TranslationThread();

/** The texts of a conversation. Large requests are decoded on the thread. */
export async function readTexts(job: TextsJob): Promise<ConversationTexts> {
  return countValues(job.body) > MAX_INLINE_VALUES ? translationThread.decodeTexts(job) : decodeTexts(job);
}

export function toErrorData(error: unknown, key: number): ErrorData {
  if (!(error instanceof GatewayError)) return { key };
  const { kind, message, param, code, status, retryAfterSeconds, upstreamStatus, said } = error;
  return { kind, message, details: { param, code, status, retryAfterSeconds, upstreamStatus, said } };
}

export function fromErrorData({ kind, message, details }: Exclude<ErrorData, { key: number }>): GatewayError {
  return new GatewayError(kind, message, details);
}

function toThrown(error: ErrorData, thrown: ReadonlyMap<number, unknown>): unknown {
  if ('kind' in error) return fromErrorData(error);
  return thrown.get(error.key) ?? new Error('the request could not be translated');
}
