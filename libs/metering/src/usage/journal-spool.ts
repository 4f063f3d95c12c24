import { appendFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Logger, OutageLog } from '#telemetry';
import { type BegunEvent } from './begun-event.js';
import { type EventEncoder } from './event-store.js';
import { type JournalSettings } from './journal-settings.js';
import { LineBuffer } from './line-buffer.js';
import { encodeAbandoned, encodeBegun, encodeEnded } from './spool-line.js';
import { type SpoolSegment } from './spool-segment.js';
import { Spool } from './spool.js';
import { type UsageEvent } from './usage-event.js';
import { WaitingEvents } from './waiting-events.js';

/** The maximum size of the file of rejected events, which is only for diagnosis. */
const MAX_REJECTED_BYTES = 16 * 1024 * 1024;

/**
 * When a line is written: before the call returns, or once per iteration of the event loop, together with other lines.
 * A caller that depends on a batched line awaits `waitUntilWritten`.
 */
export type WriteTime = 'now' | 'batched';

export interface JournalSpoolOptions {
  folder: string;
  encoder: EventEncoder;
  logger: Logger;
  settings: JournalSettings;
  /** Called when another process has claimed the spool. This process then continues with a new one. */
  onOwnerChanged?: (spoolOwner: string) => void;
}

/**
 * The unfinished requests and unstored events of this process, in memory and in its spool on disk. If the disk is full
 * or unavailable, requests continue; the error is logged and the write is retried.
 */
export class JournalSpool {
  readonly waiting: WaitingEvents;
  /** Names of earlier spools of this process that were claimed by other processes. */
  readonly formerOwners = new Set<string>();
  /** How many events were lost because both disk and memory were full. */
  lostEvents = 0;
  private readonly unfinished = new Set<BegunEvent>();
  private readonly spool: Spool;
  private readonly outage: OutageLog;
  private readonly unwritten = new LineBuffer();
  private lastLineOffset = 0;
  private pendingWrite: Promise<void> | undefined;
  /** Whether the files contain everything that is in memory, except the lines in `unwritten`. */
  private isComplete = false;
  private maintenance: Promise<void> | undefined;
  private isClosed = false;
  private maintainedAtMs = 0;
  private touchedAtMs = 0;

  constructor(private readonly options: JournalSpoolOptions) {
    this.spool = new Spool(options.folder);
    this.waiting = new WaitingEvents(options.encoder, options.settings.batchSize);
    this.outage = new OutageLog(options.logger, {
      gone: 'usage cannot be written to disk: unstored usage would be lost if this process exits',
      back: 'usage is written to disk again',
      level: 'error',
    });
    this.maintain();
  }

  get spoolOwner(): string {
    return this.spool.spoolOwner;
  }

  get isDurable(): boolean {
    return this.isComplete;
  }

  get isIdle(): boolean {
    return this.unfinished.size === 0;
  }

  begin(event: BegunEvent, timing: WriteTime): void {
    this.unfinished.add(event);
    this.append(encodeBegun(event), timing);
  }

  finish(begun: BegunEvent, event: UsageEvent, timing: WriteTime): void {
    this.unfinished.delete(begun);
    // The backlog of a file is read from its offset to the end, so events after the offset must not be in memory too.
    const hasBacklog = this.spool.active?.backlogOffset !== undefined;
    const staysInMemory = this.waiting.size < this.options.settings.maxInMemory && !hasBacklog;
    const text = encodeEnded(event);
    const segment = this.append(text, staysInMemory ? timing : 'now');
    if (staysInMemory) this.waiting.add(event, text, segment);
    else if (segment !== undefined) segment.backlogOffset ??= this.lastLineOffset;
    else this.lostEvents += 1;
  }

  abandon(begun: BegunEvent): void {
    this.unfinished.delete(begun);
    this.append(encodeAbandoned(begun), 'now');
  }

  /** Resolves when all lines so far have been written to the kernel, or the write has failed. */
  waitUntilWritten(): Promise<void> {
    if (this.unwritten.length === 0) return Promise.resolve();
    this.pendingWrite ??= new Promise((resolve) => {
      setImmediate(() => {
        this.pendingWrite = undefined;
        this.write();
        resolve();
      });
    });
    return this.pendingWrite;
  }

  /**
   * Repairs the files synchronously: continues with a new spool if the active file was removed, rewrites the lines
   * after a failure, and starts a new file if the active one is full.
   */
  maintain(now = Date.now()): void {
    this.maintainedAtMs = now;
    try {
      if (this.spool.active?.existsSync() === false) this.changeOwner();
      this.write();
      if (!this.isComplete) this.rewrite();
      else if (this.spool.isFull) this.spool.startSegment(this.encodeUnfinished());
    } catch (error) {
      this.handleWriteError(error);
    }
  }

  /** The same without blocking requests, and flushes to disk. Called about once per second. */
  maintainInBackground(): void {
    this.maintenance ??= this.runMaintenance(Date.now())
      .catch((error: unknown) => {
        if (!this.isClosed) this.handleWriteError(error);
      })
      .finally(() => {
        this.maintenance = undefined;
      });
  }

  async waitForMaintenance(): Promise<void> {
    await this.maintenance;
  }

  /** Closed files with events that are neither in memory nor in the database. */
  takeBacklog(): SpoolSegment[] {
    if (this.spool.getBacklog().length === 0) return [];
    this.maintain();
    if (this.spool.active?.backlogOffset !== undefined) this.startSegment();
    return this.spool.getBacklog().filter((segment) => segment !== this.spool.active);
  }

  /** Appends an event that the database has rejected to a file for diagnosis. */
  reject(event: UsageEvent, error: Error): void {
    const path = join(this.options.folder, 'rejected');
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (size >= MAX_REJECTED_BYTES) {
      this.lostEvents += 1;
      return;
    }
    this.options.logger.error(
      { err: error, event: event.id, path },
      'the database rejected the usage of a request',
    );
    try {
      appendFileSync(path, LineBuffer.of([encodeEnded(event)]).bytes, { mode: 0o600 });
    } catch (error) {
      this.handleWriteError(error);
    }
  }

  /** Deletes the spool after everything has been stored. */
  remove(): void {
    this.isClosed = true;
    try {
      this.spool.remove();
    } catch (error) {
      this.handleWriteError(error);
    }
  }

  /** Leaves the spool to the next process that starts. */
  release(): void {
    this.isClosed = true;
    this.write();
    this.spool.release();
  }

  /** Returns the file that contains the line, or undefined if it could not be written. */
  private append(text: string, timing: WriteTime): SpoolSegment | undefined {
    // After such a long suspension, another process may have claimed the spool.
    if (Date.now() - this.maintainedAtMs > this.options.settings.staleAfterMs / 2) this.maintain();
    const { active } = this.spool;
    if (!this.isComplete || active === undefined) return undefined;
    this.lastLineOffset = active.sizeBytes + this.unwritten.length;
    this.unwritten.add(text);
    if (timing === 'batched') void this.waitUntilWritten();
    else this.write();
    return this.isDurable ? active : undefined;
  }

  private write(): void {
    if (this.unwritten.length === 0) return;
    try {
      this.spool.active?.append(this.unwritten);
      this.unwritten.clear();
    } catch (error) {
      this.handleWriteError(error);
    }
  }

  /** The process that claimed the old files replays them. What is in memory is then written to new files. */
  private changeOwner(): void {
    this.formerOwners.add(this.spool.spoolOwner);
    this.spool.changeOwner();
    this.isComplete = false;
    this.unwritten.clear();
    this.options.logger.warn(
      { spoolOwner: this.spoolOwner },
      'the usage spool was removed; continuing with a new one',
    );
    this.options.onOwnerChanged?.(this.spoolOwner);
  }

  private rewrite(): void {
    const lines = this.encodeUnfinished();
    for (const text of this.waiting.texts()) lines.add(text);
    const segment = this.spool.startSegment(lines);
    this.waiting.setSegment(segment);
    this.isComplete = true;
    this.outage.worked();
  }

  private startSegment(): void {
    try {
      this.spool.startSegment(this.encodeUnfinished());
    } catch (error) {
      this.handleWriteError(error);
    }
  }

  private encodeUnfinished(): LineBuffer {
    const lines = new LineBuffer();
    for (const event of this.unfinished) lines.add(encodeBegun(event));
    return lines;
  }

  private async runMaintenance(now: number): Promise<void> {
    const { active } = this.spool;
    const exists = await active?.exists();
    if (this.isClosed) return;
    if (!this.isComplete || exists !== true) this.maintain(now);
    this.maintainedAtMs = now;
    if (this.isComplete && this.spool.isFull) await this.startSegmentInBackground();
    this.spool.active?.sync();
    await this.touch(now);
    await this.spool.removeUnneeded();
  }

  private startSegmentInBackground(): Promise<void> {
    return this.spool.startSegmentInBackground(() => {
      this.write();
      return this.encodeUnfinished();
    });
  }

  private async touch(now: number): Promise<void> {
    if (now - this.touchedAtMs < this.options.settings.touchEveryMs) return;
    this.touchedAtMs = now;
    await this.spool.active?.touch(new Date(now));
  }

  /** The next maintenance writes everything in memory to a new file. */
  private handleWriteError(error: unknown): void {
    this.isComplete = false;
    this.unwritten.clear();
    this.outage.failed(error);
  }
}
