/** A multiple of four, so that the mask of a frame fits each of its parts. */
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
  /** Set if it is split. */
  mask: Buffer | undefined;
  partLeftBytes: number;
}

/**
 * Splits large frames of a client into several fragments of the same message, because `ws` copies and unmasks a whole
 * frame in one step, which blocks the event loop for tens of milliseconds if the frame is large. Everything else is
 * forwarded unchanged, including protocol violations, which `ws` rejects.
 */
export class FrameSplitter {
  /** The bytes of message payload in the last chunk. */
  payloadBytes = 0;
  /** The bytes of payload that frames which started in the last chunk announce. */
  announcedBytes = 0;
  /** The bytes of the largest message that ended in the last chunk. */
  endedBytes = 0;
  /** The number of frames of every kind whose headers were read in the last chunk. */
  frames = 0;
  /** How many bytes of the last chunk were read. */
  readBytes = 0;
  /** Whether a message started in the last chunk. */
  hasBegunMessage = false;
  /** Whether a message has started but not ended. */
  isMidMessage = false;
  private readonly header = Buffer.alloc(MAX_HEADER_BYTES);
  private headerBytes = 0;
  /** The bytes that the frames of the current message have announced. */
  private messageBytes = 0;
  private frame: Frame | undefined;
  private chunk: Buffer = this.header;
  /** The position up to which the chunk was forwarded or replaced. */
  private emittedTo = 0;
  private output: Buffer[] = [];

  constructor(private readonly maxMessageBytes: number) {}

  /** Returns the buffers that replace the chunk. Reads it up to the header after the last of `maxFrames` frames. */
  push(chunk: Buffer, maxFrames = Number.POSITIVE_INFINITY): Buffer[] {
    this.chunk = chunk;
    this.emittedTo = 0;
    this.output = [];
    this.payloadBytes = 0;
    this.announcedBytes = 0;
    this.endedBytes = 0;
    this.frames = 0;
    this.hasBegunMessage = false;
    let index = 0;
    while (index < chunk.length) {
      if (this.frame !== undefined) index = this.readPayload(this.frame, index);
      else if (this.frames < maxFrames) index = this.readHeader(index);
      else break;
    }
    this.readBytes = index;
    this.emitUpTo(index);
    return this.output;
  }

  /** An incomplete header is held back. */
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
    this.emitUpTo(start);
    this.emittedTo = index;
    if (frame?.mask !== undefined) this.output.push(beginPart(frame));
    else if (isWhole) this.output.push(Buffer.from(header.subarray(0, headerBytes)));
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
      this.emitUpTo(index);
      this.output.push(beginPart(frame));
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
    // Forwarded unchanged, so that `ws` rejects the message by this header.
    const isTooLarge = this.messageBytes > this.maxMessageBytes;
    const isSplit = isWellFormed && leftBytes > PART_BYTES && !isTooLarge;
    const mask = isSplit ? Buffer.from(header.subarray(headerBytes - MASK_BYTES, headerBytes)) : undefined;
    const frame = { opcode, isData, isFinal: (first & FIN) !== 0, leftBytes, mask, partLeftBytes: 0 };
    this.frame = frame;
    this.frames += 1;
    if (isData && !this.isMidMessage) this.hasBegunMessage = true;
    if (isData) this.isMidMessage = true;
    if (isData && !isTooLarge) this.announcedBytes += leftBytes;
    if (leftBytes === 0) this.endFrame(frame);
    return frame;
  }

  private endFrame({ isData, isFinal }: Frame): void {
    this.frame = undefined;
    if (!isData || !isFinal) return;
    this.isMidMessage = false;
    this.endedBytes = Math.max(this.endedBytes, this.messageBytes);
    this.messageBytes = 0;
  }

  private emitUpTo(end: number): void {
    if (end > this.emittedTo) this.output.push(this.chunk.subarray(this.emittedTo, end));
    this.emittedTo = Math.max(end, this.emittedTo);
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
