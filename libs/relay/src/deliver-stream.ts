import { GatewayError } from '#canonical';
import { type UpstreamResponse } from '#egress';
import { SseDecoder, SseEventTooLarge } from '#sse';
import { type StreamTap, type WireFormat } from '#wire';
import { type ClientSide, type ClientStream } from './client-side.js';

export interface StreamDelivery {
  response: UpstreamResponse;
  tap: StreamTap;
  format: WireFormat;
  client: ClientSide;
  headers: Record<string, string>;
  /** How long a stream may be silent before the client is told that it lives. */
  keepAliveMs: number;
  onCommit(): void;
}

/**
 * Passes a stream on, event by event. Until the first event nothing is sent, so that a failure can still be
 * answered with a status or by another channel: then this throws. Afterwards it breaks the stream off and throws.
 */
export async function deliverStream(delivery: StreamDelivery): Promise<void> {
  const stream = new CommittedStream(delivery);
  const keepAlive = setInterval(() => stream.keepAlive(), delivery.keepAliveMs);
  try {
    await passOn(delivery, stream, () => keepAlive.refresh());
    stream.end();
  } catch (thrown) {
    const error = thrown instanceof SseEventTooLarge ? tooLarge(thrown) : GatewayError.from(thrown);
    stream.breakOff(delivery.format.encodeStreamError(error));
    throw error;
  } finally {
    clearInterval(keepAlive);
  }
}

async function passOn(
  { response, tap }: StreamDelivery,
  stream: CommittedStream,
  onActivity: () => void,
): Promise<void> {
  const decoder = new SseDecoder();
  for await (const bytes of response.body) {
    const pieces: Uint8Array[] = [];
    let hasEvent = false;
    try {
      for (const block of decoder.push(bytes)) {
        const piece = tap.push(block);
        if (piece !== undefined) pieces.push(piece);
        hasEvent ||= block.event !== undefined;
        if (tap.isTerminated) break;
      }
    } finally {
      // What came before a broken event still belongs to the client.
      await stream.write(pieces, hasEvent);
    }
    onActivity();
    if (tap.isTerminated) return;
  }
  if (!tap.isComplete) {
    throw new GatewayError(
      'upstream-bad-response',
      'The model service ended its answer before it was complete.',
    );
  }
}

/** Holds back what comes before the first event, then commits and writes through. */
class CommittedStream {
  private stream: ClientStream | undefined;
  private held: Uint8Array[] = [];

  constructor(private readonly delivery: StreamDelivery) {}

  async write(pieces: readonly Uint8Array[], hasEvent: boolean): Promise<void> {
    if (this.stream === undefined && !hasEvent) {
      this.held.push(...pieces);
      return;
    }
    const stream = this.commit();
    const all = [...this.held, ...pieces];
    this.held = [];
    const [only] = all;
    if (only === undefined) return;
    await stream.write(all.length === 1 ? only : Buffer.concat(all));
  }

  keepAlive(): void {
    // A failed write means that the client has gone, which aborts the delivery by itself.
    this.commit()
      .write(this.delivery.format.keepAlive)
      .catch(() => undefined);
  }

  end(): void {
    this.stream?.end();
  }

  breakOff(lastWords: string): void {
    this.stream?.breakOff(lastWords);
  }

  private commit(): ClientStream {
    if (this.stream === undefined) {
      this.delivery.onCommit();
      this.stream = this.delivery.client.openStream(this.delivery.headers);
    }
    return this.stream;
  }
}

function tooLarge(cause: unknown): GatewayError {
  return new GatewayError('upstream-bad-response', 'The model service sent an event that is too large.', {
    cause,
  });
}
