import { appendFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Logger, OutageLog } from '#telemetry';
import { type BegunEvent } from './begun-event.js';
import { type JournalSettings } from './journal-settings.js';
import { LineBuffer } from './line-buffer.js';
import { abandonedText, begunText, endedText } from './spool-line.js';
import { type SpoolSegment } from './spool-segment.js';
import { Spool } from './spool.js';
import { type UsageEvent } from './usage-event.js';
import { WaitingEvents } from './waiting-events.js';

/** What the database refuses is kept for people, who have seen enough by then. */
const MAX_REJECTED_BYTES = 16 * 1024 * 1024;

/**
 * When a line is with the kernel: when the call that says it returns, or together with all others of this turn of the
 * event loop, which whoever says it has to wait for (`written`).
 */
export type WriteTime = 'now' | 'in turn';

export interface JournalSpoolOptions {
  folder: string;
  logger: Logger;
  settings: JournalSettings;
  /** The spool had been taken for that of a dead process: it is another one now. */
  onMoved?: (spoolOwner: string) => void;
}

/**
 * What this process knows of its requests, in memory and, as far as the disk allows, in its spool. A disk that is full or
 * gone never breaks a request: it is said, and tried again.
 */
export class JournalSpool {
  readonly waiting = new WaitingEvents();
  /** Spool owners that this process has had to leave. */
  readonly left = new Set<string>();
  /** Neither the disk nor the memory had a place for so many events. */
  lostEvents = 0;
  private readonly live = new Set<BegunEvent>();
  private readonly spool: Spool;
  private readonly outage: OutageLog;
  private readonly lines = new LineBuffer();
  private lastLineAt = 0;
  private turn: Promise<void> | undefined;
  private isWritten = false;
  private keeping: Promise<void> | undefined;
  /** What lies there is not looked after any more. */
  private isOver = false;
  private keptAtMs = 0;
  private touchedAtMs = 0;

  constructor(private readonly parts: JournalSpoolOptions) {
    this.spool = new Spool(parts.folder);
    this.outage = new OutageLog(parts.logger, {
      gone: 'usage cannot be written to disk: what is not stored yet would be lost with this process',
      back: 'usage is written to disk again',
      level: 'error',
    });
    this.keep();
  }

  get spoolOwner(): string {
    return this.spool.spoolOwner;
  }

  get isDurable(): boolean {
    return this.isWritten;
  }

  get isIdle(): boolean {
    return this.live.size === 0;
  }

  begin(event: BegunEvent, when: WriteTime): void {
    this.live.add(event);
    this.append(begunText(event), when);
  }

  finish(begun: BegunEvent, event: UsageEvent, when: WriteTime): void {
    this.live.delete(begun);
    // What follows a line that waits on disk waits there, too, so that nothing is read again that was stored from memory.
    const isBehindOthers = this.spool.active?.backlogFrom !== undefined;
    const isHeld = this.waiting.size < this.parts.settings.maxInMemory && !isBehindOthers;
    const segment = this.append(endedText(event), isHeld ? when : 'now');
    if (isHeld) this.waiting.add(event, segment);
    else if (segment !== undefined) segment.backlogFrom ??= this.lastLineAt;
    else this.lostEvents += 1;
  }

  abandon(begun: BegunEvent): void {
    this.live.delete(begun);
    this.append(abandonedText(begun), 'now');
  }

  /** Resolves when all that was said so far is with the kernel, as far as the disk takes it. */
  written(): Promise<void> {
    if (this.lines.length === 0) return Promise.resolve();
    this.turn ??= new Promise((resolve) => {
      setImmediate(() => {
        this.turn = undefined;
        this.write();
        resolve();
      });
    });
    return this.turn;
  }

  /** Looks after the files, now: for whoever may not go on before. */
  keep(now = Date.now()): void {
    this.keptAtMs = now;
    try {
      if (this.spool.active?.isInPlace() === false) this.move();
      this.write();
      if (!this.isWritten) this.writeAnew();
      else if (this.spool.isFull) this.spool.advance(this.begunLines());
    } catch (error) {
      this.fail(error);
    }
  }

  /** The same without making a request wait for the disk. It is to be called about once a second. */
  keepInBackground(): void {
    this.keeping ??= this.lookAfterFiles(Date.now())
      .catch((error: unknown) => {
        if (!this.isOver) this.fail(error);
      })
      .finally(() => {
        this.keeping = undefined;
      });
  }

  /** Resolves when nothing goes on in the background. */
  async settled(): Promise<void> {
    await this.keeping;
  }

  /** Files with events that are nowhere else. Nothing is added to them any more. */
  takeBacklog(): SpoolSegment[] {
    if (this.spool.backlog().length === 0) return [];
    this.keep();
    if (this.spool.active?.backlogFrom !== undefined) this.advance();
    return this.spool.backlog().filter((segment) => segment !== this.spool.active);
  }

  /** Keeps what the database refuses, for somebody to look at. */
  reject(event: UsageEvent, error: Error): void {
    const path = join(this.parts.folder, 'rejected');
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (size >= MAX_REJECTED_BYTES) {
      this.lostEvents += 1;
      return;
    }
    this.parts.logger.error(
      { err: error, event: event.id, path },
      'the database refuses the usage of a request',
    );
    try {
      appendFileSync(path, LineBuffer.of([endedText(event)]).bytes, { mode: 0o600 });
    } catch (error) {
      this.fail(error);
    }
  }

  /** Everything is stored. */
  remove(): void {
    this.isOver = true;
    try {
      this.spool.remove();
    } catch (error) {
      this.fail(error);
    }
  }

  leave(): void {
    this.isOver = true;
    this.write();
    this.spool.leave();
  }

  private append(text: string, when: WriteTime): SpoolSegment | undefined {
    // Whoever has slept that long may have been taken for dead.
    if (Date.now() - this.keptAtMs > this.parts.settings.staleAfterMs / 2) this.keep();
    const { active } = this.spool;
    if (!this.isWritten || active === undefined) return undefined;
    this.lastLineAt = active.sizeBytes + this.lines.length;
    this.lines.add(text);
    if (when === 'in turn') void this.written();
    else this.write();
    return this.isDurable ? active : undefined;
  }

  private write(): void {
    if (this.lines.length === 0) return;
    try {
      this.spool.active?.append(this.lines);
      this.lines.clear();
    } catch (error) {
      this.fail(error);
    }
  }

  /** What was written is somebody else's, who makes something of it; what is in memory is written down again. */
  private move(): void {
    this.left.add(this.spool.spoolOwner);
    this.spool.move();
    this.isWritten = false;
    this.lines.clear();
    this.parts.logger.warn(
      { spoolOwner: this.spoolOwner },
      'the spool of usage was taken away; going on with another',
    );
    this.parts.onMoved?.(this.spoolOwner);
  }

  private writeAnew(): void {
    const lines = this.begunLines();
    for (const event of this.waiting.all()) lines.add(endedText(event));
    const segment = this.spool.advance(lines);
    this.waiting.moveTo(segment);
    this.isWritten = true;
    this.outage.worked();
  }

  private advance(): void {
    try {
      this.spool.advance(this.begunLines());
    } catch (error) {
      this.fail(error);
    }
  }

  private begunLines(): LineBuffer {
    const lines = new LineBuffer();
    for (const event of this.live) lines.add(begunText(event));
    return lines;
  }

  private async lookAfterFiles(now: number): Promise<void> {
    const { active } = this.spool;
    const isInPlace = await active?.isStillInPlace();
    if (this.isOver) return;
    if (!this.isWritten || isInPlace !== true) this.keep(now);
    this.keptAtMs = now;
    if (this.isWritten && this.spool.isFull) await this.advanceInBackground();
    this.spool.active?.sync();
    await this.touch(now);
    await this.spool.tidy();
  }

  private advanceInBackground(): Promise<void> {
    return this.spool.advanceInBackground(() => {
      this.write();
      return this.begunLines();
    });
  }

  private async touch(now: number): Promise<void> {
    if (now - this.touchedAtMs < this.parts.settings.touchEveryMs) return;
    this.touchedAtMs = now;
    await this.spool.active?.touch(new Date(now));
  }

  /** All that is not stored is in memory, and is written anew. */
  private fail(error: unknown): void {
    this.isWritten = false;
    this.lines.clear();
    this.outage.failed(error);
  }
}
