import { GatewayError, IdleTimer } from '#canonical';
import { type UpstreamResponse, readEach } from '#egress';
import { SseEventTooLarge } from '#sse';
import { type WireFormat } from '#wire';
import { type ReceivedAnswer } from './billing/received-answer.js';
import { type ClientSide, type ClientStream } from './client-side.js';
import { type AnswerStream } from './chat/exchange.js';
import { EventReader, type Passed } from './event-reader.js';

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
  /** Called when the answer is whole, before the client sees its end, which waits for a promise. */
  onWhole(): void | Promise<void>;
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
      this.stream.fail(this.delivery.answer.fail(error), error);
    } finally {
      this.onFailed(error);
    }
  }

  private finish(): void | Promise<void> {
    const rest = this.delivery.answer.finish();
    const room = rest === undefined ? undefined : this.stream.write([rest], true);
    return room === undefined ? this.close() : room.then(() => this.close());
  }

  private close(): void | Promise<void> {
    const closing = this.delivery.onWhole();
    return closing === undefined ? this.conclude() : closing.then(() => this.conclude());
  }

  private conclude(): void {
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

/** What a stream of answers is written to. */
type Commitment = Pick<StreamDelivery, 'client' | 'headers' | 'format' | 'keepAliveMs'>;

/** Holds back what comes before the first event, then commits and writes through. Says that it lives while it is silent. */
class CommittedStream {
  private stream: ClientStream | undefined;
  private held: Uint8Array[] = [];
  private readonly silence: IdleTimer;

  constructor(private readonly commitment: Commitment) {
    this.silence = new IdleTimer(commitment.keepAliveMs, () => this.keepAlive());
  }

  /** A promise resolves when the client can take more; without one it can at once. */
  write(chunks: readonly Uint8Array[], hasEvent: boolean): void | Promise<void> {
    if (this.stream === undefined && !hasEvent) {
      this.held.push(...chunks);
      return undefined;
    }
    const stream = this.commit();
    const all = this.takeHeld(chunks);
    const [only] = all;
    if (only === undefined) return undefined;
    // Only what the client gets counts as a sign of life.
    this.silence.note();
    return stream.write(all.length === 1 ? only : Buffer.concat(all));
  }

  end(): void {
    this.silence.stop();
    this.stream?.end();
  }

  /** What the upstream refused has nothing missing at its end: who reads it to there finds out why. */
  fail(lastWords: string, { kind }: GatewayError): void {
    this.silence.stop();
    if (kind !== 'upstream-rejected') {
      this.stream?.breakOff(lastWords);
      return;
    }
    void this.stream?.write(lastWords);
    this.stream?.end();
  }

  private keepAlive(): void {
    const { client, format } = this.commitment;
    if (client.signal.aborted) return;
    void this.sayThatItLives(format.keepAlive);
  }

  private async sayThatItLives(keepAlive: string): Promise<void> {
    try {
      await this.commit().write(keepAlive);
    } catch {
      // The client has gone, which ends the delivery by itself.
    }
  }

  private takeHeld(chunks: readonly Uint8Array[]): readonly Uint8Array[] {
    if (this.held.length === 0) return chunks;
    const all = [...this.held, ...chunks];
    this.held = [];
    return all;
  }

  private commit(): ClientStream {
    this.stream ??= this.commitment.client.openStream(this.commitment.headers);
    return this.stream;
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
