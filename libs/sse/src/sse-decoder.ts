import { byteOrderMarkLength, mayBecomeByteOrderMark } from './byte-order-mark.js';
import { PartialBlock } from './partial-block.js';
import { CARRIAGE_RETURN, LINE_FEED, LineEnds } from './line-ends.js';
import { parseBlock } from './parse-block.js';
import type { SseBlock } from './sse-block.js';
import { SseEventTooLarge } from './sse-event-too-large.js';

interface SseDecoderOptions {
  /** The limit of a block before its blank line. */
  maxEventBytes?: number;
}

const DEFAULT_MAX_EVENT_BYTES = 1024 * 1024;

/** The state of reading a chunk. Offsets are relative to the chunk, negative before it. */
interface ChunkScan {
  readonly chunk: Uint8Array;
  readonly blocks: SseBlock[];
  blockStart: number;
  lineStart: number;
}

/**
 * Splits a byte stream into blocks of the event stream format, independent of its chunks. A block within one chunk is a
 * view of that chunk; only a block across chunks is copied.
 */
export class SseDecoder {
  private readonly maxEventBytes: number;
  private readonly partial = new PartialBlock();
  /** The length of the last line of the partial block, if it has not ended. */
  private partialLineBytes = 0;
  private hasStarted = false;
  private byteOrderMarkBytes = 0;
  private endedWithCarriageReturn = false;
  private hasFailed = false;

  constructor(options: SseDecoderOptions = {}) {
    this.maxEventBytes = options.maxEventBytes ?? DEFAULT_MAX_EVENT_BYTES;
  }

  /** Whether no partial block was received. */
  get isBetweenBlocks(): boolean {
    return this.hasStarted && this.partial.length === 0 && !this.endedWithCarriageReturn;
  }

  /** Returns the blocks that this chunk completes. After an SseEventTooLarge, every call throws. */
  push(chunk: Uint8Array): SseBlock[] {
    if (this.hasFailed) throw new SseEventTooLarge(this.maxEventBytes, []);
    if (chunk.length === 0) return [];
    if (!this.hasStarted) return this.pushFirst(chunk);
    const scan: ChunkScan = { chunk, blocks: [], blockStart: 0, lineStart: -this.partialLineBytes };
    return this.read(scan);
  }

  /** Ends the stream. A block without a blank line is not an event: its bytes are the tail. */
  end(): { tail: Uint8Array } {
    return { tail: this.partial.take() };
  }

  /** Waits until the first bytes show whether there is a byte order mark, which is not part of a line. */
  private pushFirst(chunk: Uint8Array): SseBlock[] {
    const opening = this.withPartial(chunk);
    if (mayBecomeByteOrderMark(opening)) {
      this.storePartial(opening, []);
      return [];
    }
    this.hasStarted = true;
    this.byteOrderMarkBytes = byteOrderMarkLength(opening);
    return this.read({ chunk: opening, blocks: [], blockStart: 0, lineStart: this.byteOrderMarkBytes });
  }

  private read(scan: ChunkScan): SseBlock[] {
    this.finishSplitLineEnd(scan);
    const { chunk, blocks } = scan;
    const lineEnds = new LineEnds(chunk);
    let lineEnd = lineEnds.next(Math.max(scan.lineStart, 0));
    while (lineEnd < chunk.length) {
      const nextLine = lineEnds.after(lineEnd);
      if (lineEnd === scan.lineStart) this.completeBlock(scan, lineEnd, nextLine);
      scan.lineStart = nextLine;
      lineEnd = lineEnds.next(nextLine);
    }
    this.endedWithCarriageReturn = chunk[chunk.length - 1] === CARRIAGE_RETURN;
    this.partialLineBytes = chunk.length - scan.lineStart;
    this.storePartial(chunk.subarray(scan.blockStart), blocks);
    return blocks;
  }

  /** A CR ends its line at once. An LF at the start of the next chunk belongs to the same line end. */
  private finishSplitLineEnd(scan: ChunkScan): void {
    if (!this.endedWithCarriageReturn || scan.chunk[0] !== LINE_FEED) return;
    scan.lineStart = 1;
    if (this.partial.length > 0) return;
    scan.blocks.push({ raw: scan.chunk.subarray(0, 1) });
    scan.blockStart = 1;
  }

  private completeBlock(scan: ChunkScan, contentEnd: number, blockEnd: number): void {
    const contentBytes = this.partial.length + contentEnd - scan.blockStart;
    this.requireWithinLimit(contentBytes, scan.blocks);
    const raw = this.withPartial(scan.chunk.subarray(scan.blockStart, blockEnd));
    const event = parseBlock(raw, this.byteOrderMarkBytes, contentBytes);
    this.byteOrderMarkBytes = 0;
    scan.blocks.push(event ? { raw, event } : { raw });
    scan.blockStart = blockEnd;
  }

  private withPartial(bytes: Uint8Array): Uint8Array {
    if (this.partial.length === 0) return bytes;
    this.partial.append(bytes);
    return this.partial.take();
  }

  private storePartial(bytes: Uint8Array, precedingBlocks: SseBlock[]): void {
    this.requireWithinLimit(this.partial.length + bytes.length, precedingBlocks);
    if (bytes.length > 0) this.partial.append(bytes);
  }

  private requireWithinLimit(blockBytes: number, precedingBlocks: SseBlock[]): void {
    if (blockBytes <= this.maxEventBytes) return;
    this.hasFailed = true;
    this.partial.take();
    throw new SseEventTooLarge(this.maxEventBytes, precedingBlocks);
  }
}
