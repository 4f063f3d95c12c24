import { type EventEncoder } from './event-store.js';
import { type SpoolSegment } from './spool-segment.js';
import { type UsageEvent } from './usage-event.js';
import { WaitingChunk } from './waiting-chunk.js';

/** More are released. Together they have the events of about a second of full load. */
const MAX_SPARE_CHUNKS = 64;
/** Decoding the events of one chunk takes less than a millisecond. */
const MAX_EVENTS = 64;

/**
 * Events of ended requests that are not in the database yet, about in the order in which they ended. They are kept as the
 * bytes of their rows in reused buffers: as objects, they would live long enough for the garbage collector to copy them
 * twice, and to keep them until the next full collection.
 */
export class WaitingEvents {
  private chunks: WaitingChunk[] = [];
  private readonly spare: WaitingChunk[] = [];
  private encodedTail: WaitingChunk | undefined;
  private plainTail: WaitingChunk | undefined;
  private count = 0;

  constructor(
    private readonly encoder: EventEncoder,
    private readonly batchSize: number,
  ) {}

  get size(): number {
    return this.count;
  }

  /** The text is the line of the event in the spool. */
  add(event: UsageEvent, text: string, segment: SpoolSegment | undefined): void {
    this.count += 1;
    const tail = this.encodedTail;
    const encoded = tail?.canAdd(text) === true ? tail : (this.encodedTail = this.addChunk(true));
    if (encoded.addEncoded(event, text, segment)) return;
    const plain = this.plainTail;
    const chunk = plain?.canAdd(text) === true ? plain : (this.plainTail = this.addChunk(false));
    chunk.addPlain(text, segment);
  }

  /** The lines of all of them. */
  *texts(): Generator<string> {
    for (const chunk of this.chunks) yield* chunk.texts();
  }

  /**
   * All events as lists of chunks, of which each has at most the events of a batch, and of which either all or none have
   * rows. The chunks stay until they are removed, and no event is added to them any more.
   */
  seal(): WaitingChunk[][] {
    this.encodedTail = undefined;
    this.plainTail = undefined;
    this.chunks = this.chunks.filter(({ size }) => size > 0);
    const encoded = this.chunks.filter(({ isEncoded }) => isEncoded);
    const plain = this.chunks.filter(({ isEncoded }) => !isEncoded);
    return [...buildBatches(encoded, this.batchSize), ...buildBatches(plain, this.batchSize)];
  }

  remove(stored: readonly WaitingChunk[]): void {
    const removed = new Set(stored);
    this.chunks = this.chunks.filter((chunk) => !removed.has(chunk));
    for (const chunk of stored) {
      this.count -= chunk.size;
      chunk.clear();
      if (chunk.isReusable && this.spare.length < MAX_SPARE_CHUNKS) this.spare.push(chunk);
    }
  }

  /** Records that all of them are now in this file. */
  setSegment(next: SpoolSegment): void {
    for (const chunk of this.chunks) chunk.setSegment(next);
  }

  private addChunk(isEncoded: boolean): WaitingChunk {
    const chunk = this.spare.pop() ?? new WaitingChunk(this.encoder, Math.min(this.batchSize, MAX_EVENTS));
    chunk.isEncoded = isEncoded;
    this.chunks.push(chunk);
    return chunk;
  }
}

function buildBatches(chunks: readonly WaitingChunk[], batchSize: number): WaitingChunk[][] {
  const batches: WaitingChunk[][] = [];
  let size = Infinity;
  for (const chunk of chunks) {
    size += chunk.size;
    if (size <= batchSize) batches.at(-1)?.push(chunk);
    else {
      batches.push([chunk]);
      size = chunk.size;
    }
  }
  return batches;
}
