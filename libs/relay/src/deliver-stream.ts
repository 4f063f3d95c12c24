import { GatewayError } from '#canonical';
import { type UpstreamResponse } from '#egress';
import { type SseBlock, SseDecoder, SseEventTooLarge } from '#sse';
import { type WireFormat } from '#wire';
import { type ReceivedAnswer } from './billing/received-answer.js';
import { type ClientSide } from './client-side.js';
import { CommittedStream } from './committed-stream.js';
import { type AnswerStream } from './chat/exchange.js';

const BLANK_LINE = Buffer.from('\n\n');

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
 * Passes a stream on, event by event. Until the first event nothing is sent, so that a failure can still be
 * answered with a status or by another channel: then this throws. Afterwards it breaks the stream off and throws.
 */
export async function deliverStream(delivery: StreamDelivery): Promise<void> {
  const stream = new CommittedStream(delivery);
  const chunks = delivery.response.body[Symbol.asyncIterator]();
  try {
    await passOn(chunks, delivery, stream);
    delivery.onWhole();
    stream.end();
    void release(chunks, { isWhole: true });
  } catch (thrown) {
    const error = thrown instanceof SseEventTooLarge ? tooLarge(thrown) : GatewayError.from(thrown);
    stream.breakOff(delivery.answer.fail(error));
    void release(chunks, { isWhole: false });
    throw error;
  }
}

async function passOn(
  chunks: AsyncIterator<Uint8Array>,
  delivery: Pick<StreamDelivery, 'answer' | 'maxEventBytes' | 'received'>,
  stream: CommittedStream,
): Promise<void> {
  const { answer, maxEventBytes } = delivery;
  const reader = new EventReader(delivery);
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
    await passRead(reader, next.value, stream);
    if (answer.isTerminated) return finish(answer, stream);
  }
  const tail = reader.takeTail();
  if (tail.length > 0) {
    await passRead(new EventReader({ ...delivery, maxEventBytes }), withBlankLine(tail), stream);
  }
  await finish(answer, stream);
}

async function finish(answer: AnswerStream, stream: CommittedStream): Promise<void> {
  const rest = answer.finish();
  if (rest !== undefined) await stream.write([rest], true);
}

/** What came before a broken event still belongs to the client. */
async function passRead(reader: EventReader, read: Uint8Array, stream: CommittedStream): Promise<void> {
  const passed: Passed = { chunks: [], hasEvent: false };
  try {
    reader.push(read, passed);
  } finally {
    await stream.write(passed.chunks, passed.hasEvent);
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

  push(read: Uint8Array, passed: Passed): void {
    const { answer, received } = this.parts;
    let rest = Buffer.from(read.buffer, read.byteOffset, read.length);
    for (let looks = 0; rest.length > 0 && !answer.isTerminated; looks += 1) {
      const maySkip = looks < MAX_LOOKS && answer.getPlainLength !== undefined;
      const mayBePlain = maySkip && this.decoder.isAtBorder && received.mayBePlain;
      const plainLength = mayBePlain ? findPlainLength(rest, answer) : 0;
      const length = plainLength || (maySkip ? findEnd(rest) : rest.length);
      const next = rest.subarray(0, length);
      rest = rest.subarray(length);
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
  if (length === 0) return 0;
  const end = events.lastIndexOf(BLANK_LINE, length - BLANK_LINE.length);
  return end === -1 ? 0 : end + BLANK_LINE.length;
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

/** A connection whose whole answer ends by itself can serve again; one on which more comes, or nothing, is closed. */
async function release(chunks: AsyncIterator<Uint8Array>, { isWhole }: { isWhole: boolean }): Promise<void> {
  try {
    if (isWhole) await chunks.next();
    await chunks.return?.();
  } catch {
    // The client has been told how its answer ended: how the connection goes down no longer matters.
  }
}

function tooLarge(cause: unknown): GatewayError {
  return new GatewayError('upstream-bad-response', 'The model service sent an event that is too large.', {
    cause,
  });
}
