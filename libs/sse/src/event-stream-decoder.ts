import { crc32 } from 'node:zlib';
import { InvalidEventStream } from './invalid-event-stream.js';
import type { EventStreamMessage } from './event-stream-message.js';
import { readHeaders } from './event-stream-headers.js';
import { PartialBlock } from './partial-block.js';

interface EventStreamDecoderOptions {
  /** The limit for a whole message, including its frame. */
  maxMessageBytes?: number;
}

const DEFAULT_MAX_MESSAGE_BYTES = 1024 * 1024;

/** Length of the message, length of its headers, checksum of the two. */
const PRELUDE_BYTES = 12;
const CHECKSUM_BYTES = 4;
const MIN_MESSAGE_BYTES = PRELUDE_BYTES + CHECKSUM_BYTES;

/**
 * Splits a byte stream into messages of `application/vnd.amazon.eventstream`, independent of its chunks. A length is used
 * only after its checksum was verified, so a damaged byte cannot make the decoder wait for a message that never ends.
 */
export class EventStreamDecoder {
  private readonly maxMessageBytes: number;
  private readonly partial = new PartialBlock();
  /** The length of the partial message, 0 until its prelude is complete. */
  private partialMessageBytes = 0;
  private failure: string | undefined;

  constructor(options: EventStreamDecoderOptions = {}) {
    this.maxMessageBytes = options.maxMessageBytes ?? DEFAULT_MAX_MESSAGE_BYTES;
  }

  /** Whether no partial message was received. */
  get isBetweenMessages(): boolean {
    return this.partial.length === 0;
  }

  /** Returns the messages that this chunk completes. After an InvalidEventStream, every call throws. */
  push(chunk: Uint8Array): EventStreamMessage[] {
    if (this.failure !== undefined) throw new InvalidEventStream(this.failure, []);
    const messages: EventStreamMessage[] = [];
    try {
      let start = 0;
      while (start < chunk.length) start = this.readFrom(chunk, start, messages);
      return messages;
    } catch (error) {
      if (!(error instanceof InvalidEventStream)) throw error;
      this.failure = error.message;
      this.partial.take();
      throw new InvalidEventStream(error.message, messages);
    }
  }

  /** Reads the bytes of the next message and returns the start of the one after it. */
  private readFrom(chunk: Uint8Array, start: number, messages: EventStreamMessage[]): number {
    if (this.partial.length === 0) {
      const message = this.findComplete(chunk, start);
      if (message !== undefined) {
        messages.push(readMessage(message));
        return start + message.length;
      }
    }
    const neededBytes = this.partialMessageBytes === 0 ? PRELUDE_BYTES : this.partialMessageBytes;
    const end = Math.min(chunk.length, start + neededBytes - this.partial.length);
    this.partial.append(chunk.subarray(start, end));
    if (this.partial.length === neededBytes) this.completePartial(messages);
    return end;
  }

  /** The message that starts here, without a copy, if the chunk has all of it. */
  private findComplete(chunk: Uint8Array, start: number): Buffer | undefined {
    if (chunk.length - start < PRELUDE_BYTES) return undefined;
    const rest = toBuffer(chunk).subarray(start);
    const length = this.readLength(rest);
    return rest.length < length ? undefined : rest.subarray(0, length);
  }

  private completePartial(messages: EventStreamMessage[]): void {
    const bytes = toBuffer(this.partial.take());
    if (this.partialMessageBytes > 0) {
      this.partialMessageBytes = 0;
      messages.push(readMessage(bytes));
      return;
    }
    this.partialMessageBytes = this.readLength(bytes);
    this.partial.append(bytes);
  }

  private readLength(prelude: Buffer): number {
    if (crc32(prelude.subarray(0, 8)) !== prelude.readUInt32BE(8)) {
      throw new InvalidEventStream('The checksum of a prelude is wrong');
    }
    const length = prelude.readUInt32BE(0);
    if (length < MIN_MESSAGE_BYTES + prelude.readUInt32BE(4)) {
      throw new InvalidEventStream('A message is shorter than its headers');
    }
    if (length > this.maxMessageBytes) {
      throw new InvalidEventStream(`A message is larger than ${this.maxMessageBytes} bytes`);
    }
    return length;
  }
}

function readMessage(bytes: Buffer): EventStreamMessage {
  const end = bytes.length - CHECKSUM_BYTES;
  if (crc32(bytes.subarray(0, end)) !== bytes.readUInt32BE(end)) {
    throw new InvalidEventStream('The checksum of a message is wrong');
  }
  const headersEnd = PRELUDE_BYTES + bytes.readUInt32BE(4);
  return {
    headers: readHeaders(bytes.subarray(PRELUDE_BYTES, headersEnd)),
    payload: bytes.subarray(headersEnd, end),
  };
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
