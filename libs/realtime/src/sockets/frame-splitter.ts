/** A multiple of four, so that the mask of a frame holds for each of its parts. */
const PART_BYTES = 256 * 1024;
const MAX_HEADER_BYTES = 14;
const MASK_BYTES = 4;
const FIN = 0x80;
const MASKED = 0x80;
const RESERVED = 0x70;
const OPCODE = 0x0f;
const FIRST_CONTROL_OPCODE = 8;
const LENGTH_16 = 126;
const LENGTH_64 = 127;
const CONTINUATION = 0;

/** A frame whose payload is being read. */
interface Frame {
  opcode: number;
  isData: boolean;
  isFinal: boolean;
  leftBytes: number;
  /** Where it goes on in parts. */
  mask: Buffer | undefined;
  partLeftBytes: number;
}

/**
 * Reads a client's WebSocket frame by frame. A large frame goes on as several fragments of the same message, because `ws`
 * copies and unmasks a whole frame in one step, which blocks the process for tens of milliseconds where the frame is large.
 * Everything else goes on as it came, including what breaks the protocol: `ws` refuses that.
 */
export class FrameSplitter {
  /** The payload of messages in the last chunk. */
  payloadBytes = 0;
  /** The payload that the frames announce which began in the last chunk. */
  announcedBytes = 0;
  /** Whether a message has begun and not ended. */
  isMidMessage = false;
  private readonly header = Buffer.alloc(MAX_HEADER_BYTES);
  private headerBytes = 0;
  /** What the frames of the message that is being read have announced. */
  private messageBytes = 0;
  private frame: Frame | undefined;
  private chunk: Buffer = this.header;
  /** Up to here the chunk has gone on, or was replaced. */
  private passedTo = 0;
  private out: Buffer[] = [];

  constructor(private readonly maxMessageBytes: number) {}

  /** What goes on instead of the chunk. */
  push(chunk: Buffer): Buffer[] {
    this.chunk = chunk;
    this.passedTo = 0;
    this.out = [];
    this.payloadBytes = 0;
    this.announcedBytes = 0;
    let index = 0;
    while (index < chunk.length) {
      index = this.frame === undefined ? this.readHeader(index) : this.readPayload(this.frame, index);
    }
    this.passTo(chunk.length);
    return this.out;
  }

  /** A header that is not complete is held back until it is. */
  private readHeader(start: number): number {
    const { chunk, header } = this;
    const isContinued = this.headerBytes > 0;
    let index = start;
    while (index < chunk.length && this.headerBytes < this.expectedHeaderBytes) {
      header[this.headerBytes++] = chunk[index++] ?? 0;
    }
    const { headerBytes } = this;
    const isWhole = headerBytes === this.expectedHeaderBytes;
    const frame = isWhole ? this.beginFrame() : undefined;
    if (isWhole) this.headerBytes = 0;
    if (frame !== undefined && frame.mask === undefined && !isContinued) return index;
    this.passTo(start);
    this.passedTo = index;
    if (frame?.mask !== undefined) this.out.push(beginPart(frame));
    else if (isWhole) this.out.push(Buffer.from(header.subarray(0, headerBytes)));
    return index;
  }

  private readPayload(frame: Frame, start: number): number {
    const isSplit = frame.mask !== undefined;
    const expected = isSplit ? frame.partLeftBytes : frame.leftBytes;
    const bytes = Math.min(expected, this.chunk.length - start);
    const index = start + bytes;
    frame.leftBytes -= bytes;
    frame.partLeftBytes -= bytes;
    if (frame.isData) this.payloadBytes += bytes;
    if (frame.leftBytes === 0) this.endFrame(frame);
    else if (isSplit && frame.partLeftBytes === 0) {
      this.passTo(index);
      this.out.push(beginPart(frame));
    }
    return index;
  }

  private get expectedHeaderBytes(): number {
    if (this.headerBytes < 2) return 2;
    const second = this.header[1] ?? 0;
    const length = second & ~MASKED;
    const lengthBytes = length === LENGTH_64 ? 8 : length === LENGTH_16 ? 2 : 0;
    return 2 + lengthBytes + ((second & MASKED) === 0 ? 0 : MASK_BYTES);
  }

  private beginFrame(): Frame {
    const { header, headerBytes } = this;
    const first = header[0] ?? 0;
    const second = header[1] ?? 0;
    const opcode = first & OPCODE;
    const isData = opcode < FIRST_CONTROL_OPCODE;
    const leftBytes = readLength(header, second & ~MASKED);
    const isWellFormed = isData && (first & RESERVED) === 0 && (second & MASKED) !== 0;
    if (isData) this.messageBytes += leftBytes;
    // Passed on as it came, so that `ws` refuses the message by this header.
    const isTooLarge = this.messageBytes > this.maxMessageBytes;
    const isSplit = isWellFormed && leftBytes > PART_BYTES && !isTooLarge;
    const mask = isSplit ? Buffer.from(header.subarray(headerBytes - MASK_BYTES, headerBytes)) : undefined;
    const frame = { opcode, isData, isFinal: (first & FIN) !== 0, leftBytes, mask, partLeftBytes: 0 };
    this.frame = frame;
    if (isData) this.isMidMessage = true;
    if (isData && !isTooLarge) this.announcedBytes += leftBytes;
    if (leftBytes === 0) this.endFrame(frame);
    return frame;
  }

  private endFrame({ isData, isFinal }: Frame): void {
    this.frame = undefined;
    if (!isData || !isFinal) return;
    this.isMidMessage = false;
    this.messageBytes = 0;
  }

  private passTo(end: number): void {
    if (end > this.passedTo) this.out.push(this.chunk.subarray(this.passedTo, end));
    this.passedTo = Math.max(end, this.passedTo);
  }
}

function readLength(header: Buffer, length: number): number {
  if (length === LENGTH_64) return Number(header.readBigUInt64BE(2));
  return length === LENGTH_16 ? header.readUInt16BE(2) : length;
}

/** The header of the next fragment. */
function beginPart(frame: Frame): Buffer {
  const bytes = Math.min(PART_BYTES, frame.leftBytes);
  const isLast = bytes === frame.leftBytes;
  const header = Buffer.alloc(2 + 8 + MASK_BYTES);
  header[0] = (isLast && frame.isFinal ? FIN : 0) | frame.opcode;
  header[1] = MASKED | LENGTH_64;
  header.writeBigUInt64BE(BigInt(bytes), 2);
  frame.mask?.copy(header, 2 + 8);
  frame.partLeftBytes = bytes;
  frame.opcode = CONTINUATION;
  return header;
}
