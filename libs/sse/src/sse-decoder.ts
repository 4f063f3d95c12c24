import { byteOrderMarkLength, mayBecomeByteOrderMark } from './byte-order-mark.js';
import { HeldBytes } from './held-bytes.js';
import { CARRIAGE_RETURN, LINE_FEED, LineEnds } from './line-ends.js';
import { parseBlock } from './parse-block.js';
import type { SseBlock } from './sse-block.js';
import { SseEventTooLarge } from './sse-event-too-large.js';

interface SseDecoderOptions {
  /** The most bytes a block may have before its blank line. */
  maxEventBytes?: number;
}

const DEFAULT_MAX_EVENT_BYTES = 1024 * 1024;

/** What is known about the chunk being read. Offsets are in the chunk; what is before it has negative ones. */
interface Scan {
  readonly chunk: Uint8Array;
  readonly blocks: SseBlock[];
  blockStart: number;
  lineStart: number;
}

/**
 * Cuts a byte stream into the blocks of the event stream format, however it is chunked. A block that lies in
 * one chunk is a view of that chunk; only a block that spans chunks is copied.
 */
export class SseDecoder {
  private readonly maxEventBytes: number;
  private readonly held = new HeldBytes();
  /** Bytes of the held block's last line, when that line has not ended. */
  private heldLineBytes = 0;
  private started = false;
  private byteOrderMarkBytes = 0;
  private endedWithCarriageReturn = false;
  private failed = false;

  constructor(options: SseDecoderOptions = {}) {
    this.maxEventBytes = options.maxEventBytes ?? DEFAULT_MAX_EVENT_BYTES;
  }

  /** Whether all that came so far was whole blocks. */
  get isAtBorder(): boolean {
    return this.started && this.held.length === 0 && !this.endedWithCarriageReturn;
  }

  /** The blocks that this chunk completes. Throws SseEventTooLarge, and from then on always. */
  push(chunk: Uint8Array): SseBlock[] {
    if (this.failed) throw new SseEventTooLarge(this.maxEventBytes, []);
    if (chunk.length === 0) return [];
    if (!this.started) return this.pushFirst(chunk);
    const scan: Scan = { chunk, blocks: [], blockStart: 0, lineStart: -this.heldLineBytes };
    return this.read(scan);
  }

  /** Ends the stream. A block without its blank line is not an event: its bytes are the tail. */
  end(): { tail: Uint8Array } {
    return { tail: this.held.take() };
  }

  /** The first bytes wait until it is known whether they are a byte order mark, which is no part of a line. */
  private pushFirst(chunk: Uint8Array): SseBlock[] {
    const opening = this.withHeld(chunk);
    if (mayBecomeByteOrderMark(opening)) {
      this.hold(opening, []);
      return [];
    }
    this.started = true;
    this.byteOrderMarkBytes = byteOrderMarkLength(opening);
    return this.read({ chunk: opening, blocks: [], blockStart: 0, lineStart: this.byteOrderMarkBytes });
  }

  private read(scan: Scan): SseBlock[] {
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
    this.heldLineBytes = chunk.length - scan.lineStart;
    this.hold(chunk.subarray(scan.blockStart), blocks);
    return blocks;
  }

  /** A CR ends its line at once; the LF that follows in the next chunk belongs to that line, it is no new one. */
  private finishSplitLineEnd(scan: Scan): void {
    if (!this.endedWithCarriageReturn || scan.chunk[0] !== LINE_FEED) return;
    scan.lineStart = 1;
    if (this.held.length > 0) return;
    scan.blocks.push({ raw: scan.chunk.subarray(0, 1) });
    scan.blockStart = 1;
  }

  private completeBlock(scan: Scan, contentEnd: number, blockEnd: number): void {
    const contentBytes = this.held.length + contentEnd - scan.blockStart;
    this.assertWithinBound(contentBytes, scan.blocks);
    const raw = this.withHeld(scan.chunk.subarray(scan.blockStart, blockEnd));
    const event = parseBlock(raw, this.byteOrderMarkBytes, contentBytes);
    this.byteOrderMarkBytes = 0;
    scan.blocks.push(event ? { raw, event } : { raw });
    scan.blockStart = blockEnd;
  }

  private withHeld(bytes: Uint8Array): Uint8Array {
    if (this.held.length === 0) return bytes;
    this.held.append(bytes);
    return this.held.take();
  }

  private hold(bytes: Uint8Array, precedingBlocks: SseBlock[]): void {
    this.assertWithinBound(this.held.length + bytes.length, precedingBlocks);
    if (bytes.length > 0) this.held.append(bytes);
  }

  private assertWithinBound(blockBytes: number, precedingBlocks: SseBlock[]): void {
    if (blockBytes <= this.maxEventBytes) return;
    this.failed = true;
    this.held.take();
    throw new SseEventTooLarge(this.maxEventBytes, precedingBlocks);
  }
}
