import { readFile } from 'node:fs/promises';
import { type Logger, OutageLog } from '#telemetry';
import { type EventStore, storeAll } from './event-store.js';
import { type JournalSettings } from './journal-settings.js';
import { type JournalSpool } from './journal-spool.js';
import { readLines } from './spool-line.js';
import { type SpoolSegment } from './spool-segment.js';
import { type UsageEvent } from './usage-event.js';

export interface SpoolDrainOptions {
  spool: JournalSpool;
  store: EventStore;
  logger: Logger;
  settings: JournalSettings;
  onStored?: (events: readonly UsageEvent[]) => void;
}

/** Moves what is over into the database, in batches. What cannot be moved stays, and is tried again. */
export class SpoolDrain {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<boolean> | undefined;
  private failures = 0;
  private isStopped = false;
  private isWoken = false;
  private readonly outage: OutageLog;

  constructor(private readonly parts: SpoolDrainOptions) {
    this.outage = new OutageLog(parts.logger, {
      gone: 'usage cannot be stored; it waits',
      back: 'usage is stored again',
      level: 'error',
    });
  }

  start(): void {
    this.schedule(this.parts.settings.drainEveryMs);
  }

  /** There is enough for a batch. */
  wake(): void {
    if (this.isWoken || this.running !== undefined || this.failures > 0) return;
    this.isWoken = true;
    this.schedule(0);
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  /** Whether all that was there is stored now. */
  async drain(): Promise<boolean> {
    this.isWoken = false;
    this.running ??= this.tryToMove().finally(() => {
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
    const { drainEveryMs, maxPauseMs } = this.parts.settings;
    return Math.min(drainEveryMs * 2 ** this.failures, Math.max(maxPauseMs, drainEveryMs));
  }

  private async tryToMove(): Promise<boolean> {
    try {
      await this.moveWaiting();
      for (const segment of this.parts.spool.takeBacklog()) await this.moveBacklog(segment);
      await this.closeLeft();
      this.failures = 0;
      this.outage.worked();
      return true;
    } catch (error) {
      this.failures += 1;
      this.outage.failed(error);
      return false;
    }
  }

  /** What comes meanwhile waits for the next time: under load there would always be a few, each batch as dear as a full one. */
  private async moveWaiting(): Promise<void> {
    const { waiting } = this.parts.spool;
    let left = waiting.size;
    while (left > 0) {
      const events = waiting.first(Math.min(this.parts.settings.batchSize, left));
      left -= events.length;
      await this.store(events);
      waiting.removeFirst(events.length);
      this.parts.onStored?.(events);
    }
  }

  private async moveBacklog(segment: SpoolSegment): Promise<void> {
    for (const events of buildBatches(await endedIn(segment), this.parts.settings.batchSize)) {
      await this.store(events);
      this.parts.onStored?.(events);
    }
    segment.backlogFrom = undefined;
  }

  private async store(events: readonly UsageEvent[]): Promise<void> {
    const { spool, store } = this.parts;
    await storeAll(store, spool.spoolOwner, events, (event, error) => spool.reject(event, error));
  }

  /** Usually whoever took the spool has done it. */
  private async closeLeft(): Promise<void> {
    const { left } = this.parts.spool;
    for (const spoolOwner of left) {
      await this.parts.store.closeSpool(spoolOwner);
      left.delete(spoolOwner);
    }
  }
}

/** None where the file is gone: then whoever has taken it stores them. */
async function endedIn({ path, backlogFrom }: SpoolSegment): Promise<UsageEvent[]> {
  const content = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  });
  const { records } = readLines(content.toString('utf8', backlogFrom));
  return records.flatMap((record) => (record.kind === 'ended' ? [record.event] : []));
}

function buildBatches<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
