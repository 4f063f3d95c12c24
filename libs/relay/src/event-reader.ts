import { type SseBlock, SseDecoder, SseEventTooLarge } from '#sse';
import { type ReceivedAnswer } from './billing/received-answer.js';
import { type AnswerStream } from './chat/exchange.js';

const BLANK_LINE = Buffer.from('\n\n');
const LINE_FEED = 0x0a;
const NOTHING = Buffer.alloc(0);

/** So many events of one read are looked at by themselves; where there are more, all of the rest is. */
const MAX_LOOKS = 16;

interface ReadAnswer {
  answer: AnswerStream;
  /** The most that one event may hold, where that is more than usual. */
  maxEventBytes?: number;
  /** Keeps count of what has come. */
  received: Pick<ReceivedAnswer, 'note' | 'notePlain' | 'mayBePlain'>;
}

/** What goes on of a read. */
export interface Passed {
  chunks: Uint8Array[];
  hasEvent: boolean;
}

/** Reads events as far as that is needed: those that only go on are not taken apart. */
export class EventReader {
  private readonly decoder: SseDecoder;

  constructor(private readonly parts: ReadAnswer) {
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
        if (answer.isOnlyAnnounced !== true) passed.hasEvent = true;
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
