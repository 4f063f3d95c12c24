import { readFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Logger, OutageLog } from '#telemetry';
import { type EventStore, storeAll } from './event-store.js';
import { type JournalSettings } from './journal-settings.js';
import { type JournalSpool } from './journal-spool.js';
import { decodeEndedText, decodeLines } from './spool-line.js';
import { type SpoolSegment } from './spool-segment.js';
import { type UsageEvent } from './usage-event.js';
import { type WaitingChunk } from './waiting-chunk.js';

export interface SpoolDrainOptions {
  spool: JournalSpool;
  store: EventStore;
  logger: Logger;
  settings: JournalSettings;
  onStored?: (events: readonly Pick<UsageEvent, 'id'>[]) => void;
}

/**
 * Stores events of ended requests in the database, in batches. If that fails, they stay and the attempt is repeated.
 */
export class SpoolDrain {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<boolean> | undefined;
  private failures = 0;
  private isStopped = false;
  private isWoken = false;
  private readonly outage: OutageLog;

  constructor(private readonly options: SpoolDrainOptions) {
    this.outage = new OutageLog(options.logger, {
      gone: 'usage cannot be stored in the database and is kept on disk',
      back: 'usage is stored in the database again',
      level: 'error',
    });
  }

  start(): void {
    this.schedule(this.options.settings.drainEveryMs);
  }

  /** Drains now, because there are enough events for a batch. */
  wake(): void {
    if (this.isWoken || this.running !== undefined || this.failures > 0) return;
    this.isWoken = true;
    this.schedule(0);
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  /** Whether all events that were waiting at the start are stored. */
  async drain(): Promise<boolean> {
    this.isWoken = false;
    this.running ??= this.tryToDrain().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  private schedule(delayMs: number): void {
    clearTimeout(this.timer);
    if (this.isStopped) return;
    this.timer = setTimeout(() => void this.drain().then(() => this.schedule(this.pauseMs)), delayMs);
    this.timer.unref();
  }

  private get pauseMs(): number {
    const { drainEveryMs, maxPauseMs } = this.options.settings;
    return Math.min(drainEveryMs * 2 ** this.failures, Math.max(maxPauseMs, drainEveryMs));
  }

  private async tryToDrain(): Promise<boolean> {
    try {
      await this.storeWaiting();
      for (const segment of this.options.spool.takeBacklog()) await this.storeBacklog(segment);
      await this.closeFormerOwners();
      this.failures = 0;
      this.outage.worked();
      return true;
    } catch (error) {
      this.failures += 1;
      this.outage.failed(error);
      return false;
    }
  }

  /** Events that are added meanwhile wait for the next run: a batch of a few events costs as much as a full one. */
  private async storeWaiting(): Promise<void> {
    const { waiting } = this.options.spool;
    for (const batch of waiting.seal()) {
      const events = await this.storeChunks(batch);
      waiting.remove(batch);
      this.options.onStored?.(events);
    }
  }

  /** The rows of the events if they have any and none is stored yet, otherwise the events of their lines. */
  private async storeChunks(chunks: readonly WaitingChunk[]): Promise<readonly Pick<UsageEvent, 'id'>[]> {
    const { spool, store } = this.options;
    const isEncoded = chunks.every((chunk) => chunk.isEncoded);
    if (isEncoded && (await store.storeEncoded(spool.spoolOwner, chunks)))
      return chunks.flatMap(({ events }) => events);
    const events = await decodeInSteps(chunks);
    await this.store(events);
    return events;
  }

  private async storeBacklog(segment: SpoolSegment): Promise<void> {
    for (const events of buildBatches(await readEndedEvents(segment), this.options.settings.batchSize)) {
      await this.store(events);
      this.options.onStored?.(events);
    }
    segment.backlogOffset = undefined;
  }

  private async store(events: readonly UsageEvent[]): Promise<void> {
    const { spool, store } = this.options;
    await storeAll(store, spool.spoolOwner, events, (event, error) => spool.reject(event, error));
  }

  /** Usually the process that claimed the spool has already closed it; closing it again changes nothing. */
  private async closeFormerOwners(): Promise<void> {
    const { formerOwners } = this.options.spool;
    for (const spoolOwner of formerOwners) {
      await this.options.store.closeSpool(spoolOwner);
      formerOwners.delete(spoolOwner);
    }
  }
}

/** Yields to the event loop after each chunk, because a batch takes many milliseconds. */
async function decodeInSteps(chunks: Iterable<WaitingChunk>): Promise<UsageEvent[]> {
  const events: UsageEvent[] = [];
  for (const chunk of chunks) {
    for (const text of chunk.texts()) events.push(decodeEndedText(text));
    await nextTurn();
  }
  return events;
}

/** Empty if the file is gone: then the process that claimed the spool stores its events. */
async function readEndedEvents({ path, backlogOffset }: SpoolSegment): Promise<UsageEvent[]> {
  const content = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  });
  const { records } = decodeLines(content.toString('utf8', backlogOffset));
  return records.flatMap((record) => (record.kind === 'ended' ? [record.event] : []));
}

function buildBatches<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
