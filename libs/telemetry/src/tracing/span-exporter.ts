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
  /** How long spans are gathered before they are sent. */
  gatherMs: number;
}

/**
 * Sends finished spans to a collector, one batch at a time. Spans are dropped and counted if too many are waiting, or
 * if the collector has not accepted them after several attempts. Tracing never delays requests.
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

  /** Sends the waiting spans once. Spans that are not accepted in time are lost. */
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
      const rejected = await this.sendBatch(batch);
      spanCounts.dropped += rejected;
      spanCounts.exported += batch.length - rejected;
    }
  }

  /** Returns the number of spans that were not accepted. */
  private async sendBatch(batch: readonly Span[]): Promise<number> {
    const { headers, serviceName } = this.options;
    const body = encodeSpans(batch, serviceName);
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await postSpans(this.url, { ...headers }, body);
      if (outcome.kind === 'accepted') {
        this.logChange();
        return Math.min(outcome.rejectedSpans, batch.length);
      }
      this.logChange(outcome.reason);
      if (outcome.kind === 'refused' || attempt === MAX_ATTEMPTS || this.closing.signal.aborted) {
        return batch.length;
      }
      const pauseMs = outcome.afterSeconds === undefined ? toPauseMs(attempt) : outcome.afterSeconds * 1_000;
      const { signal } = this.closing;
      await sleep(Math.min(pauseMs, MAX_PAUSE_MS), undefined, { ref: false, signal }).catch(() => undefined);
    }
  }

  /** Logs the first failure and the first success after it. */
  private logChange(reason?: string): void {
    const isFailing = reason !== undefined;
    if (isFailing === this.isFailing) return;
    this.isFailing = isFailing;
    const { origin } = this.url;
    if (isFailing) this.logger.warn({ collector: origin, reason }, 'traces cannot be exported');
    else this.logger.info({ collector: origin }, 'traces are exported again');
  }
}

/** Doubles with each attempt, with jitter. */
function toPauseMs(attempt: number): number {
  return FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
}
