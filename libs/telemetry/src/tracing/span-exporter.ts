import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger } from '../logger.js';
import { encodeSpans } from './encode-spans.js';
import { postSpans } from './post-spans.js';
import { spanCounts } from './span-counts.js';
import { type Span } from './span.js';

const MAX_WAITING = 4_096;
const MAX_BATCH = 512;
const MAX_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
const CLOSE_MS = 3_000;

export interface ExporterOptions {
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  /** For how long spans are gathered before they are sent. */
  gatherMs: number;
}

/**
 * Sends finished spans to a collector, in batches, one at a time. What comes while too many wait, and what the collector
 * does not take after some tries, is dropped and counted: traces never hold up what they tell of.
 */
export class SpanExporter {
  private waiting: Span[] = [];
  private timer: NodeJS.Timeout | undefined;
  private sending: Promise<void> | undefined;
  private readonly closing = new AbortController();
  private isFailing = false;
  private readonly url: URL;

  constructor(
    private readonly options: ExporterOptions,
    private readonly logger: Logger,
  ) {
    this.url = new URL(`${options.endpoint.replace(/\/$/, '')}/v1/traces`);
  }

  add(span: Span): void {
    if (this.waiting.length >= MAX_WAITING) {
      spanCounts.dropped += 1;
      return;
    }
    this.waiting.push(span);
    if (this.waiting.length >= MAX_BATCH) this.send();
    else this.timer ??= setTimeout(() => this.send(), this.options.gatherMs).unref();
  }

  /** Sends what waits, once; what is not taken in time is lost. */
  async close(): Promise<void> {
    this.closing.abort();
    this.send();
    await Promise.race([this.sending, sleep(CLOSE_MS, undefined, { ref: false })]);
  }

  private send(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.sending ??= this.sendAll().finally(() => (this.sending = undefined));
  }

  private async sendAll(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, MAX_BATCH);
      const rejected = await this.deliver(batch);
      spanCounts.dropped += rejected;
      spanCounts.exported += batch.length - rejected;
    }
  }

  /** Says how many were not taken. */
  private async deliver(batch: readonly Span[]): Promise<number> {
    const { headers, serviceName } = this.options;
    const body = encodeSpans(batch, serviceName);
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await postSpans(this.url, { ...headers }, body);
      if (outcome.kind === 'taken') {
        this.note();
        return Math.min(outcome.rejectedSpans, batch.length);
      }
      this.note(outcome.reason);
      if (outcome.kind === 'refused' || attempt === MAX_ATTEMPTS || this.closing.signal.aborted) {
        return batch.length;
      }
      const pauseMs = outcome.afterSeconds === undefined ? toPauseMs(attempt) : outcome.afterSeconds * 1_000;
      const { signal } = this.closing;
      await sleep(Math.min(pauseMs, MAX_PAUSE_MS), undefined, { ref: false, signal }).catch(() => undefined);
    }
  }

  /** One line when it begins to fail, one when it works again. */
  private note(reason?: string): void {
    const isFailing = reason !== undefined;
    if (isFailing === this.isFailing) return;
    this.isFailing = isFailing;
    const { origin } = this.url;
    if (isFailing) this.logger.warn({ collector: origin, reason }, 'traces cannot be delivered');
    else this.logger.info({ collector: origin }, 'traces are delivered again');
  }
}

/** Twice as long each time, a little apart from other processes. */
function toPauseMs(attempt: number): number {
  return FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
}
