import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type LineBuffer } from './line-buffer.js';
import { releaseSpoolOwner, createSpoolOwner } from './spool-owner.js';
import { SpoolSegment } from './spool-segment.js';

/** Above this size, a new file is started with the lines that are still needed. */
const MAX_SEGMENT_BYTES = 1 << 20;

/**
 * A folder of numbered files in which this process records its requests. Lines are appended to the last file. Files are
 * removed in order, so that the end of a request is never removed before its beginning.
 */
export class Spool {
  private currentSpoolOwner = createSpoolOwner();
  private segments: SpoolSegment[] = [];
  private nextNumber = 1;
  private carriedBytes = 0;

  constructor(private readonly folder: string) {}

  get spoolOwner(): string {
    return this.currentSpoolOwner;
  }

  get active(): SpoolSegment | undefined {
    return this.segments.at(-1);
  }

  /** Judged by its size, most of the active file is about requests that have ended. */
  get isFull(): boolean {
    const { active } = this;
    return active !== undefined && active.sizeBytes > Math.max(MAX_SEGMENT_BYTES, 2 * this.carriedBytes);
  }

  /** Starts the next file with these lines. If that fails, nothing changes. */
  startSegment(lines: LineBuffer): SpoolSegment {
    mkdirSync(this.directory, { recursive: true, mode: 0o700 });
    return this.activate(SpoolSegment.create(this.takeNextPath()), lines);
  }

  /** Like `startSegment`, but creates the file without blocking. */
  async startSegmentInBackground(getLines: () => LineBuffer): Promise<void> {
    const { active } = this;
    const next = await SpoolSegment.createInBackground(this.takeNextPath());
    // Another segment may have been started meanwhile, or the owner may have changed.
    if (this.active === active) this.activate(next, getLines());
    else await next.discard();
  }

  /** Abandons the files to the process that has claimed them, and continues under another name. */
  changeOwner(): void {
    this.active?.seal();
    this.segments = [];
    releaseSpoolOwner(this.currentSpoolOwner);
    this.currentSpoolOwner = createSpoolOwner();
  }

  /** Files with events that are neither in memory nor in the database, oldest first. */
  getBacklog(): SpoolSegment[] {
    return this.segments.filter(({ backlogOffset }) => backlogOffset !== undefined);
  }

  /** Removes old files whose events are all stored in the database. */
  async removeUnneeded(): Promise<void> {
    while (this.segments.length > 1 && this.segments[0]?.isNeeded === false)
      await this.segments.shift()?.remove();
  }

  /** Deletes the folder after everything has been stored. */
  remove(): void {
    this.active?.seal();
    this.release();
    rmSync(this.directory, { recursive: true, force: true });
  }

  /** Leaves the files to the next process that starts. */
  release(): void {
    releaseSpoolOwner(this.currentSpoolOwner);
  }

  private activate(next: SpoolSegment, lines: LineBuffer): SpoolSegment {
    try {
      if (lines.length > 0) next.append(lines);
    } catch (error) {
      void next.discard().catch(() => undefined);
      throw error;
    }
    this.carriedBytes = next.sizeBytes;
    this.active?.seal();
    this.segments.push(next);
    return next;
  }

  private takeNextPath(): string {
    const number = this.nextNumber;
    this.nextNumber += 1;
    return join(this.directory, `${String(number).padStart(8, '0')}.spool`);
  }

  private get directory(): string {
    return join(this.folder, this.currentSpoolOwner);
  }
}
