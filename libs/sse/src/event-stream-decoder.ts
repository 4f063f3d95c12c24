import { crc32 } from 'node:zlib';
import { EventStreamBroken } from './event-stream-broken.js';
import type { EventStreamMessage } from './event-stream-message.js';
import { readHeaders } from './event-stream-headers.js';
import { HeldBytes } from './held-bytes.js';

interface EventStreamDecoderOptions {
  /** The most bytes a message may have, frame and all. */
  maxMessageBytes?: number;
}

const DEFAULT_MAX_MESSAGE_BYTES = 1024 * 1024;

/** Length of the message, length of its headers, checksum of the two. */
const PRELUDE_BYTES = 12;
const CHECKSUM_BYTES = 4;
const LEAST_BYTES = PRELUDE_BYTES + CHECKSUM_BYTES;

/**
 * Cuts a byte stream into the messages of `application/vnd.amazon.eventstream`, however it is chunked. A length is believed
 * only once its checksum has been, so that no damaged byte makes it wait for a message that never comes.
 */
export class EventStreamDecoder {
  private readonly maxMessageBytes: number;
  private readonly held = new HeldBytes();
  /** Of the message whose beginning is held; zero while its prelude is not whole. */
  private heldMessageBytes = 0;
  private failure: string | undefined;

  constructor(options: EventStreamDecoderOptions = {}) {
    this.maxMessageBytes = options.maxMessageBytes ?? DEFAULT_MAX_MESSAGE_BYTES;
  }

  /** Whether all that came so far was whole messages. */
  get isAtBorder(): boolean {
    return this.held.length === 0;
  }

  /** The messages that this chunk completes. Throws EventStreamBroken, and from then on always. */
  push(chunk: Uint8Array): EventStreamMessage[] {
    if (this.failure !== undefined) throw new EventStreamBroken(this.failure, []);
    const messages: EventStreamMessage[] = [];
    try {
      let start = 0;
      while (start < chunk.length) start = this.readFrom(chunk, start, messages);
      return messages;
    } catch (error) {
      if (!(error instanceof EventStreamBroken)) throw error;
      this.failure = error.message;
      this.held.take();
      throw new EventStreamBroken(error.message, messages);
    }
  }

  /** Takes what belongs to the next message, and returns where the one after it begins. */
  private readFrom(chunk: Uint8Array, start: number, messages: EventStreamMessage[]): number {
    if (this.held.length === 0) {
      const whole = this.findWhole(chunk, start);
      if (whole !== undefined) {
        messages.push(readMessage(whole));
        return start + whole.length;
      }
    }
    const wanted = this.heldMessageBytes === 0 ? PRELUDE_BYTES : this.heldMessageBytes;
    const end = Math.min(chunk.length, start + wanted - this.held.length);
    this.held.append(chunk.subarray(start, end));
    if (this.held.length === wanted) this.completeHeld(messages);
    return end;
  }

  /** The message that begins here, where all of it lies in the chunk: it is read without a copy. */
  private findWhole(chunk: Uint8Array, start: number): Buffer | undefined {
    if (chunk.length - start < PRELUDE_BYTES) return undefined;
    const rest = asBuffer(chunk).subarray(start);
    const length = this.readLength(rest);
    return rest.length < length ? undefined : rest.subarray(0, length);
  }

  private completeHeld(messages: EventStreamMessage[]): void {
    const bytes = asBuffer(this.held.take());
    if (this.heldMessageBytes > 0) {
      this.heldMessageBytes = 0;
      messages.push(readMessage(bytes));
      return;
    }
    this.heldMessageBytes = this.readLength(bytes);
    this.held.append(bytes);
  }

  private readLength(prelude: Buffer): number {
    if (crc32(prelude.subarray(0, 8)) !== prelude.readUInt32BE(8)) {
      throw new EventStreamBroken('The checksum of a prelude is wrong');
    }
    const length = prelude.readUInt32BE(0);
    if (length < LEAST_BYTES + prelude.readUInt32BE(4)) {
      throw new EventStreamBroken('A message is shorter than its headers');
    }
    if (length > this.maxMessageBytes) {
      throw new EventStreamBroken(`A message is larger than ${this.maxMessageBytes} bytes`);
    }
    return length;
  }
}

function readMessage(bytes: Buffer): EventStreamMessage {
  const end = bytes.length - CHECKSUM_BYTES;
  if (crc32(bytes.subarray(0, end)) !== bytes.readUInt32BE(end)) {
    throw new EventStreamBroken('The checksum of a message is wrong');
  }
  const headersEnd = PRELUDE_BYTES + bytes.readUInt32BE(4);
  return {
    headers: readHeaders(bytes.subarray(PRELUDE_BYTES, headersEnd)),
    payload: bytes.subarray(headersEnd, end),
  };
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
