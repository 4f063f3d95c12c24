import { EncodedRows } from '#database';
import { type EventEncoder, type StoredEvent, toStoredEvent } from './event-store.js';
import { type SpoolSegment } from './spool-segment.js';
import { type UsageEvent } from './usage-event.js';
import { ROW_COLUMNS } from './usage-row.js';

/** For 64 usual events. */
const TEXT_BYTES = 48 * 1024;
const ROW_BYTES = 32 * 1024;
const LINE_END = 0x0a;

/** Events of one file. */
interface SegmentEvents {
  segment: SpoolSegment | undefined;
  count: number;
}

/** Some waiting events: their lines in the spool, and usually the rows that the database will have. */
export class WaitingChunk {
  /** Whether every event has a row. */
  isEncoded = true;
  readonly rows = new EncodedRows(ROW_COLUMNS, ROW_BYTES);
  /** What is booked for each row. */
  readonly events: StoredEvent[] = [];
  private bytes = Buffer.allocUnsafeSlow(TEXT_BYTES);
  private length = 0;
  private count = 0;
  /** The files that contain the lines, if they are on disk, in the order of the lines. */
  private segments: SegmentEvents[] = [];

  constructor(
    private readonly encoder: EventEncoder,
    private readonly maxEvents: number,
  ) {}

  get size(): number {
    return this.count;
  }

  /** Whether its buffers have their usual sizes. */
  get isReusable(): boolean {
    return this.bytes.length === TEXT_BYTES && !this.rows.hasGrown;
  }

  /** A line that is longer than the buffer needs a chunk of its own. */
  canAdd(text: string): boolean {
    const isFull = this.count >= this.maxEvents || this.length + toMaxBytes(text) > this.bytes.length;
    return this.count === 0 || !isFull;
  }

  /** False if the event has no row yet; then it is not added. */
  addEncoded(event: UsageEvent, text: string, segment: SpoolSegment | undefined): boolean {
    if (!this.encoder.encode(event, this.rows)) return false;
    this.events.push(toStoredEvent(event));
    this.addPlain(text, segment);
    return true;
  }

  addPlain(text: string, segment: SpoolSegment | undefined): void {
    // Only the first line may be longer than the buffer.
    if (this.length + toMaxBytes(text) > this.bytes.length)
      this.bytes = Buffer.allocUnsafeSlow(toMaxBytes(text));
    this.length += this.bytes.write(text, this.length);
    this.bytes[this.length] = LINE_END;
    this.length += 1;
    this.count += 1;
    if (segment !== undefined) segment.waitingEvents += 1;
    const last = this.segments.at(-1);
    if (last !== undefined && last.segment === segment) last.count += 1;
    else this.segments.push({ segment, count: 1 });
  }

  /** No line contains a line end. */
  texts(): string[] {
    return this.count === 0 ? [] : this.bytes.toString('utf8', 0, this.length - 1).split('\n');
  }

  /** Records that all events are now in this file. */
  setSegment(next: SpoolSegment): void {
    this.leaveSegments();
    this.segments = [{ segment: next, count: this.count }];
    next.waitingEvents += this.count;
  }

  clear(): void {
    this.leaveSegments();
    this.segments = [];
    this.rows.clear();
    this.events.length = 0;
    this.length = 0;
    this.count = 0;
  }

  private leaveSegments(): void {
    for (const { segment, count } of this.segments) if (segment !== undefined) segment.waitingEvents -= count;
  }
}

/** UTF-8 needs at most three bytes per UTF-16 unit. */
function toMaxBytes(text: string): number {
  return 3 * text.length + 1;
}
