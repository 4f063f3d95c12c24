import { GatewayError } from '#canonical';
import { type UpstreamResponse } from '#egress';
import { type SseBlock, SseDecoder, SseEventTooLarge } from '#sse';
import { type WireFormat } from '#wire';
import { type ReceivedAnswer } from './billing/received-answer.js';
import { type ClientSide } from './client-side.js';
import { CommittedStream } from './committed-stream.js';
import { type AnswerStream } from './chat/exchange.js';

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
  received: Pick<ReceivedAnswer, 'note'>;
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
  { answer, maxEventBytes, received }: Pick<StreamDelivery, 'answer' | 'maxEventBytes' | 'received'>,
  stream: CommittedStream,
): Promise<void> {
  const sink = { answer, received, stream };
  const decoder = new SseDecoder({ maxEventBytes });
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
    await passBlocks(() => decoder.push(next.value), sink);
    if (answer.isTerminated) return finish(answer, stream);
  }
  const { tail } = decoder.end();
  if (tail.length > 0) {
    const last = new SseDecoder({ maxEventBytes });
    await passBlocks(() => last.push(withBlankLine(tail)), sink);
  }
  await finish(answer, stream);
}

async function finish(answer: AnswerStream, stream: CommittedStream): Promise<void> {
  const rest = answer.finish();
  if (rest !== undefined) await stream.write([rest], true);
}

interface Sink extends Pick<StreamDelivery, 'answer' | 'received'> {
  stream: CommittedStream;
}

/** What came before a broken event still belongs to the client. */
async function passBlocks(read: () => SseBlock[], { answer, received, stream }: Sink): Promise<void> {
  const { blocks, failure } = readBlocks(read);
  const chunks: Uint8Array[] = [];
  let hasEvent = false;
  try {
    for (const block of blocks) {
      const chunk = answer.push(block);
      if (chunk !== undefined) chunks.push(chunk);
      if (block.event !== undefined) {
        hasEvent = true;
        received.note(block.event.data);
      }
      if (answer.isTerminated) return;
    }
    if (failure) throw failure;
  } finally {
    await stream.write(chunks, hasEvent);
  }
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
