import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger } from '#telemetry';
import { type backgroundState } from '#wire';
import { type EventRepository } from './events.repository.js';
import { type Run } from './run.js';

type ResponseEvent = backgroundState.ResponseEvent;

const BATCH_MS = 250;
/** The upstream is paused while more than this is pending. */
const MAX_PENDING_BYTES = 1024 * 1024;

export interface BatchDependencies {
  events: Pick<EventRepository, 'append'>;
  logger: Logger;
}

/** Stores the events of a run in order, a few times a second. */
export class EventBatches {
  private readonly pending: { event: ResponseEvent; sizeBytes: number }[] = [];
  private pendingBytes = 0;
  private writing: Promise<void> | undefined;
  private readonly closing = new AbortController();

  constructor(
    private readonly run: Run,
    private readonly dependencies: BatchDependencies,
  ) {}

  push(event: ResponseEvent, sizeBytes: number): void {
    this.pending.push({ event, sizeBytes });
    this.pendingBytes += sizeBytes;
    this.writing ??= this.write();
  }

  async waitForCapacity(): Promise<void> {
    if (this.pendingBytes > MAX_PENDING_BYTES) await this.writing;
  }

  /** Stops writing and returns the events that were not stored. */
  async close(): Promise<ResponseEvent[]> {
    this.closing.abort();
    await this.writing;
    return this.pending.map(({ event }) => event);
  }

  private async write(): Promise<void> {
    const { signal } = this.closing;
    while (this.pending.length > 0 && !this.run.isLeaseLost && !signal.aborted) {
      await sleep(BATCH_MS, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) await this.writeBatch();
    }
    this.writing = undefined;
  }

  /** Events that cannot be stored are stored with the next batch. */
  private async writeBatch(): Promise<void> {
    const { events, logger } = this.dependencies;
    const { lease } = this.run;
    const batch = this.pending.map(({ event }) => event);
    try {
      if (!(await events.append(lease, batch))) this.run.stop('lease-lost');
      for (const { sizeBytes } of this.pending.splice(0, batch.length)) this.pendingBytes -= sizeBytes;
    } catch (error) {
      logger.warn(
        { reason: (error as Error).message, responseId: lease.id },
        'response events could not be stored',
      );
    }
  }
}
