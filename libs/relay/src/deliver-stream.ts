import { GatewayError } from '#canonical';
import { type UpstreamResponse, readEach } from '#egress';
import { type SseBlock, SseDecoder, SseEventTooLarge } from '#sse';
import { type WireFormat } from '#wire';
import { type ReceivedAnswer } from './billing/received-answer.js';
import { type ClientSide } from './client-side.js';
import { CommittedStream } from './committed-stream.js';
import { type AnswerStream } from './chat/exchange.js';

const BLANK_LINE = Buffer.from('\n\n');
const LINE_FEED = 0x0a;
const NOTHING = Buffer.alloc(0);

/** So many events of one read are looked at by themselves; where there are more, all of the rest is. */
const MAX_LOOKS = 16;

export interface StreamDelivery {
  response: UpstreamResponse;
  answer: AnswerStream;
  /** The client's. */
  format: Pick<WireFormat, 'keepAlive'>;
  client: ClientSide;
  headers: Record<string, string>;
  /** How long a stream may be silent before the client is told that it lives. */
  keepAliveMs: number;
  /** The most that one event may hold, where that is more than usual. */
  maxEventBytes?: number;
  /** Keeps count of what has come. */
  received: Pick<ReceivedAnswer, 'note' | 'notePlain' | 'mayBePlain'>;
  /** Called when the answer is whole, before the client has the last of it. */
  onWhole(): void;
}

/**
 * Passes a stream on, read by read. Until the first event nothing is sent, so that a failure can still be
 * answered with a status or by another channel: then this throws. Afterwards it breaks the stream off and throws.
 */
export function deliverStream(delivery: StreamDelivery): Promise<void> {
  return new Promise((resolve, reject) => {
    const passage = new Passage(delivery, resolve, reject);
    readEach(delivery.response.body, (read) => passage.take(read)).then(
      () => passage.end(),
      (error: unknown) => passage.fail(error),
    );
  });
}

/** One answer on its way. Where the client has room, nothing waits for a promise between a read and its write. */
class Passage {
  private readonly stream: CommittedStream;
  private readonly reader: EventReader;
  private isOver = false;

  constructor(
    private readonly delivery: StreamDelivery,
    private readonly onDelivered: () => void,
    private readonly onFailed: (error: GatewayError) => void,
  ) {
    this.stream = new CommittedStream(delivery);
    this.reader = new EventReader(delivery);
  }

  take(read: Buffer): void | Promise<void> {
    // A connection whose whole answer ends by itself can serve again; one on which more comes is closed.
    if (this.isOver) throw new GatewayError('upstream-bad-response', 'More came than the answer.');
    try {
      const room = this.pass(this.reader, read);
      if (!this.delivery.answer.isTerminated) return room;
      return room === undefined ? this.finish() : room.then(() => this.finish()).catch(rethrow);
    } catch (thrown) {
      throw toGatewayError(thrown);
    }
  }

  /** The upstream has ended its answer. */
  async end(): Promise<void> {
    if (this.isOver) return;
    try {
      const tail = this.reader.takeTail();
      if (tail.length > 0) await this.pass(new EventReader(this.delivery), withBlankLine(tail));
      await this.finish();
    } catch (thrown) {
      this.fail(thrown);
    }
  }

  fail(thrown: unknown): void {
    if (this.isOver) return;
    this.isOver = true;
    const error = toGatewayError(thrown);
    try {
      this.stream.breakOff(this.delivery.answer.fail(error));
    } finally {
      this.onFailed(error);
    }
  }

  private finish(): void | Promise<void> {
    const rest = this.delivery.answer.finish();
    const room = rest === undefined ? undefined : this.stream.write([rest], true);
    return room === undefined ? this.close() : room.then(() => this.close());
  }

  private close(): void {
    this.delivery.onWhole();
    this.isOver = true;
    this.stream.end();
    this.onDelivered();
  }

  /** What came before a broken event still belongs to the client. */
  private pass(reader: EventReader, read: Buffer): void | Promise<void> {
    const passed: Passed = { chunks: [], hasEvent: false };
    try {
      reader.push(read, passed);
    } catch (thrown) {
      const failure = toGatewayError(thrown);
      const room = this.stream.write(passed.chunks, passed.hasEvent);
      if (room === undefined) throw failure;
      return room.then(() => Promise.reject(failure));
    }
    return this.stream.write(passed.chunks, passed.hasEvent);
  }
}

interface Passed {
  chunks: Uint8Array[];
  hasEvent: boolean;
}

/** Reads events as far as that is needed: those that only go on are not taken apart. */
class EventReader {
  private readonly decoder: SseDecoder;

  constructor(private readonly parts: Pick<StreamDelivery, 'answer' | 'maxEventBytes' | 'received'>) {
    this.decoder = new SseDecoder({ maxEventBytes: parts.maxEventBytes });
  }

  push(read: Buffer, passed: Passed): void {
    const { answer, received } = this.parts;
    let rest = read;
    for (let looks = 0; rest.length > 0 && !answer.isTerminated; looks += 1) {
      const maySkip = looks < MAX_LOOKS && answer.getPlainLength !== undefined;
      const mayBePlain = maySkip && this.decoder.isAtBorder && received.mayBePlain;
      const plainLength = mayBePlain ? findPlainLength(rest, answer) : 0;
      const length = plainLength || (maySkip ? findEnd(rest) : rest.length);
      const next = length === rest.length ? rest : rest.subarray(0, length);
      rest = length === rest.length ? NOTHING : rest.subarray(length);
      if (plainLength > 0) this.passPlain(next, passed);
      else this.pushBlocks(next, passed);
    }
  }

  private passPlain(events: Buffer, passed: Passed): void {
    this.parts.received.notePlain(events);
    append(passed.chunks, events);
    passed.hasEvent = true;
  }

  takeTail(): Uint8Array {
    return this.decoder.end().tail;
  }

  private pushBlocks(bytes: Uint8Array, passed: Passed): void {
    const { answer, received } = this.parts;
    const { blocks, failure } = readBlocks(() => this.decoder.push(bytes));
    for (const block of blocks) {
      const chunk = answer.push(block);
      if (chunk !== undefined) append(passed.chunks, chunk);
      if (block.event !== undefined) {
        passed.hasEvent = true;
        received.note(block.event.data, block.raw.length);
      }
      if (answer.isTerminated) return;
    }
    if (failure) throw failure;
  }
}

/** Whole events before the first that has to be looked at. */
function findPlainLength(events: Buffer, answer: AnswerStream): number {
  const length = answer.getPlainLength?.(events) ?? 0;
  if (length === 0 || endsWithBlankLine(events, length)) return length;
  const end = events.lastIndexOf(BLANK_LINE, length - BLANK_LINE.length);
  return end === -1 ? 0 : end + BLANK_LINE.length;
}

function endsWithBlankLine(events: Buffer, length: number): boolean {
  return events[length - 1] === LINE_FEED && events[length - 2] === LINE_FEED;
}

/** Behind the first event, or all of it where that does not end here. */
function findEnd(events: Buffer): number {
  const end = events.indexOf(BLANK_LINE);
  return end === -1 ? events.length : end + BLANK_LINE.length;
}

/** Chunks that lie beside each other in memory are one, so that they are sent as they came. */
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

/** Some servers end with their last event but without the blank line behind it; every client reads it all the same. */
function withBlankLine(tail: Uint8Array): Buffer {
  return Buffer.concat([tail, Buffer.from('\n\n')]);
}

function rethrow(thrown: unknown): never {
  throw toGatewayError(thrown);
}

function toGatewayError(thrown: unknown): GatewayError {
  return thrown instanceof SseEventTooLarge ? tooLarge(thrown) : GatewayError.from(thrown);
}

function tooLarge(cause: unknown): GatewayError {
  return new GatewayError('upstream-bad-response', 'The model service sent an event that is too large.', {
    cause,
  });
}
