import { type SseBlock, SseDecoder, SseEventTooLarge } from '#sse';
import { type ReceivedOutput } from './billing/received-output.js';
import { type ResponseStream } from './chat/prepared-request.js';

const BLANK_LINE = Buffer.from('\n\n');
const LINE_FEED = 0x0a;
const EMPTY = Buffer.alloc(0);

/**
 * At most this many events of a read are checked one by one for events that can be forwarded unparsed. Of a longer
 * read, the rest is parsed.
 */
const MAX_SINGLE_EVENTS = 16;

interface EventReaderOptions {
  responseStream: ResponseStream;
  /** Replaces the default limit of one event. */
  maxEventBytes?: number;
  /** Counts the received events, for an estimate of the usage. */
  received: Pick<ReceivedOutput, 'note' | 'notePlain' | 'canCountPlain'>;
}

/** The bytes of a read that are sent to the client. */
export interface ForwardedEvents {
  chunks: Uint8Array[];
  hasEvent: boolean;
}

/** Parses events only if needed. Plain events, which only carry text, are forwarded unparsed. */
export class EventReader {
  private readonly decoder: SseDecoder;

  constructor(private readonly options: EventReaderOptions) {
    this.decoder = new SseDecoder({ maxEventBytes: options.maxEventBytes });
  }

  push(read: Buffer, forwarded: ForwardedEvents): void {
    const { responseStream, received } = this.options;
    let rest = read;
    for (let looks = 0; rest.length > 0 && !responseStream.isTerminated; looks += 1) {
      const maySkip = looks < MAX_SINGLE_EVENTS && responseStream.getPlainLength !== undefined;
      const mayBePlain = maySkip && this.decoder.isBetweenBlocks && received.canCountPlain;
      const plainLength = mayBePlain ? findPlainLength(rest, responseStream) : 0;
      const length = plainLength || (maySkip ? findEnd(rest) : rest.length);
      const next = length === rest.length ? rest : rest.subarray(0, length);
      rest = length === rest.length ? EMPTY : rest.subarray(length);
      if (plainLength > 0) this.forwardPlain(next, forwarded);
      else this.pushBlocks(next, forwarded);
    }
  }

  private forwardPlain(events: Buffer, forwarded: ForwardedEvents): void {
    this.options.received.notePlain(events);
    append(forwarded.chunks, events);
    forwarded.hasEvent = true;
  }

  takeTail(): Uint8Array {
    return this.decoder.end().tail;
  }

  private pushBlocks(bytes: Uint8Array, forwarded: ForwardedEvents): void {
    const { responseStream, received } = this.options;
    const { blocks, failure } = readBlocks(() => this.decoder.push(bytes));
    for (const block of blocks) {
      const chunk = responseStream.push(block);
      if (chunk !== undefined) append(forwarded.chunks, chunk);
      if (block.event !== undefined) {
        if (responseStream.isOnlyAnnounced !== true) forwarded.hasEvent = true;
        received.note(block.event.data, block.raw.length);
      }
      if (responseStream.isTerminated) return;
    }
    if (failure) throw failure;
  }
}

/** The length of the complete events before the first one that has to be parsed. */
function findPlainLength(events: Buffer, responseStream: ResponseStream): number {
  const length = responseStream.getPlainLength?.(events) ?? 0;
  if (length === 0 || endsWithBlankLine(events, length)) return length;
  const end = events.lastIndexOf(BLANK_LINE, length - BLANK_LINE.length);
  return end === -1 ? 0 : end + BLANK_LINE.length;
}

function endsWithBlankLine(events: Buffer, length: number): boolean {
  return events[length - 1] === LINE_FEED && events[length - 2] === LINE_FEED;
}

/** The position after the first event, or the length if that event does not end here. */
function findEnd(events: Buffer): number {
  const end = events.indexOf(BLANK_LINE);
  return end === -1 ? events.length : end + BLANK_LINE.length;
}

/** Joins a chunk with the last one if they are adjacent in memory, so that both are sent with one write. */
function append(chunks: Uint8Array[], chunk: Uint8Array): void {
  const last = chunks.at(-1);
  if (
    last !== undefined &&
    last.buffer === chunk.buffer &&
    last.byteOffset + last.length === chunk.byteOffset
  ) {
    chunks[chunks.length - 1] = Buffer.from(last.buffer, last.byteOffset, last.length + chunk.length);
  } else chunks.push(chunk);
}

function readBlocks(read: () => SseBlock[]): { blocks: readonly SseBlock[]; failure?: SseEventTooLarge } {
  try {
    return { blocks: read() };
  } catch (thrown) {
    if (!(thrown instanceof SseEventTooLarge)) throw thrown;
    return { blocks: thrown.precedingBlocks, failure: thrown };
  }
}
