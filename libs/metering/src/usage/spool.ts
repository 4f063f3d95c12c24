import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type LineBuffer } from './line-buffer.js';
import { leaveSpool, takeSpool } from './spool-owner.js';
import { SpoolSegment } from './spool-segment.js';

/** Above this the lines that are still needed move into a new file. */
const MAX_SEGMENT_BYTES = 1 << 20;

/**
 * What this process has written down of its requests, in a folder of its own. The files in it are numbered; lines go
 * into the last one. They go in their order, so that an end never goes before the beginning that it belongs to.
 */
export class Spool {
  private currentSpoolOwner = takeSpool();
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

  /** Much of the file is about requests that are long over, as far as one can tell from its size. */
  get isFull(): boolean {
    const { active } = this;
    return active !== undefined && active.sizeBytes > Math.max(MAX_SEGMENT_BYTES, 2 * this.carriedBytes);
  }

  /** Starts the next file with these lines. Where that fails, all is as before. */
  advance(lines: LineBuffer): SpoolSegment {
    mkdirSync(this.place, { recursive: true, mode: 0o700 });
    return this.goOnIn(SpoolSegment.create(this.nextPath()), lines);
  }

  /** The same, and the file is made in the background. */
  async advanceInBackground(getLines: () => LineBuffer): Promise<void> {
    const { active } = this;
    const next = await SpoolSegment.createInBackground(this.nextPath());
    // Somebody could not wait, or the folder has been left meanwhile.
    if (this.active === active) this.goOnIn(next, getLines());
    else await next.discard();
  }

  /** Leaves everything behind for whoever has taken it, and goes on under another name. */
  move(): void {
    this.active?.seal();
    this.segments = [];
    leaveSpool(this.currentSpoolOwner);
    this.currentSpoolOwner = takeSpool();
  }

  /** Files that hold events which are nowhere else, oldest first. */
  backlog(): SpoolSegment[] {
    return this.segments.filter(({ backlogFrom }) => backlogFrom !== undefined);
  }

  /** Removes what nobody needs any more. */
  async tidy(): Promise<void> {
    while (this.segments.length > 1 && this.segments[0]?.isNeeded === false)
      await this.segments.shift()?.remove();
  }

  /** Everything has been stored: nothing is left to find. */
  remove(): void {
    this.active?.seal();
    this.leave();
    rmSync(this.place, { recursive: true, force: true });
  }

  /** What is there stays there, for whoever starts next. */
  leave(): void {
    leaveSpool(this.currentSpoolOwner);
  }

  private goOnIn(next: SpoolSegment, lines: LineBuffer): SpoolSegment {
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

  private nextPath(): string {
    const number = this.nextNumber;
    this.nextNumber += 1;
    return join(this.place, `${String(number).padStart(8, '0')}.spool`);
  }

  private get place(): string {
    return join(this.folder, this.currentSpoolOwner);
  }
}
