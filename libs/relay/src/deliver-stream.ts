import { GatewayError, IdleTimer } from '#canonical';
import { type UpstreamResponse, readEach } from '#egress';
import { SseEventTooLarge } from '#sse';
import { type WireFormat } from '#wire';
import { type ReceivedOutput } from './billing/received-output.js';
import { type ClientSide, type ClientStream } from './client-side.js';
import { type ResponseStream } from './chat/prepared-request.js';
import { EventReader, type ForwardedEvents } from './event-reader.js';

export interface StreamDelivery {
  response: UpstreamResponse;
  responseStream: ResponseStream;
  /** Of the client. */
  format: Pick<WireFormat, 'keepAlive'>;
  client: ClientSide;
  headers: Record<string, string>;
  /** A keep-alive is written after this much silence. */
  keepAliveMs: number;
  /** Replaces the default limit of one event. */
  maxEventBytes?: number;
  /** Counts the received events, for an estimate of the usage. */
  received: Pick<ReceivedOutput, 'note' | 'notePlain' | 'canCountPlain'>;
  /** Called when the response is complete, before its end is sent to the client. The end waits for the promise. */
  onComplete(): void | Promise<void>;
}

/**
 * Forwards a stream, one socket read at a time. Nothing is sent before the first event, so an earlier failure still has
 * an HTTP status and another channel can be tried. A later failure aborts the stream of the client. Both reject the
 * promise.
 */
export function deliverStream(delivery: StreamDelivery): Promise<void> {
  return new Promise((resolve, reject) => {
    const progress = new StreamProgress(delivery, resolve, reject);
    readEach(delivery.response.body, (read) => progress.forward(read)).then(
      () => progress.handleEnd(),
      (error: unknown) => progress.fail(error),
    );
  });
}

/**
 * The state of one stream. If the client keeps up, a read is written in the same tick, without waiting for a promise.
 */
class StreamProgress {
  private readonly output: ClientOutput;
  private readonly reader: EventReader;
  private isOver = false;

  constructor(
    private readonly delivery: StreamDelivery,
    private readonly onDelivered: () => void,
    private readonly onFailed: (error: GatewayError) => void,
  ) {
    this.output = new ClientOutput(delivery);
    this.reader = new EventReader(delivery);
  }

  forward(read: Buffer): void | Promise<void> {
    // A connection can be reused after a complete response. If more data follows, it is closed.
    if (this.isOver)
      throw new GatewayError(
        'upstream-bad-response',
        'The provider sent data after the end of its response.',
      );
    try {
      const pending = this.forwardEvents(this.reader, read);
      if (!this.delivery.responseStream.isTerminated) return pending;
      return pending === undefined ? this.finish() : pending.then(() => this.finish()).catch(rethrow);
    } catch (thrown) {
      throw toGatewayError(thrown);
    }
  }

  /** Called at the end of the upstream's response. */
  async handleEnd(): Promise<void> {
    if (this.isOver) return;
    try {
      const tail = this.reader.takeTail();
      if (tail.length > 0) await this.forwardEvents(new EventReader(this.delivery), withBlankLine(tail));
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
      this.output.fail(this.delivery.responseStream.fail(error), error);
    } finally {
      this.onFailed(error);
    }
  }

  private finish(): void | Promise<void> {
    const rest = this.delivery.responseStream.finish();
    const pending = rest === undefined ? undefined : this.output.write([rest], true);
    return pending === undefined ? this.closeBill() : pending.then(() => this.closeBill());
  }

  private closeBill(): void | Promise<void> {
    const closing = this.delivery.onComplete();
    return closing === undefined ? this.complete() : closing.then(() => this.complete());
  }

  private complete(): void {
    this.isOver = true;
    this.output.end();
    this.onDelivered();
  }

  /** Events that arrived before a failure are still sent. */
  private forwardEvents(reader: EventReader, read: Buffer): void | Promise<void> {
    const forwarded: ForwardedEvents = { chunks: [], hasEvent: false };
    try {
      reader.push(read, forwarded);
    } catch (thrown) {
      const failure = toGatewayError(thrown);
      const pending = this.output.write(forwarded.chunks, forwarded.hasEvent);
      if (pending === undefined) throw failure;
      return pending.then(() => Promise.reject(failure));
    }
    return this.output.write(forwarded.chunks, forwarded.hasEvent);
  }
}

/** The destination of a stream. */
type OutputOptions = Pick<StreamDelivery, 'client' | 'headers' | 'format' | 'keepAliveMs'>;

/**
 * Holds chunks back until the first event, then starts the response and writes everything. Writes a keep-alive while
 * the upstream is silent.
 */
class ClientOutput {
  private stream: ClientStream | undefined;
  private heldChunks: Uint8Array[] = [];
  private readonly idleTimer: IdleTimer;

  constructor(private readonly options: OutputOptions) {
    this.idleTimer = new IdleTimer(options.keepAliveMs, () => this.onIdle());
  }

  /** Returns a promise if the client is behind; it resolves when more can be written. */
  write(chunks: readonly Uint8Array[], hasEvent: boolean): void | Promise<void> {
    if (this.stream === undefined && !hasEvent) {
      this.heldChunks.push(...chunks);
      return undefined;
    }
    const stream = this.open();
    const all = this.takeHeldChunks(chunks);
    const [only] = all;
    if (only === undefined) return undefined;
    // Only bytes that are sent to the client reset the timer.
    this.idleTimer.note();
    return stream.write(all.length === 1 ? only : Buffer.concat(all));
  }

  end(): void {
    this.idleTimer.stop();
    this.stream?.end();
  }

  /**
   * If the upstream rejected the request, the stream has no missing part, so it is ended properly and clients read the
   * error.
   */
  fail(finalEvent: string, { kind }: GatewayError): void {
    this.idleTimer.stop();
    if (kind !== 'upstream-rejected') {
      this.stream?.abort(finalEvent);
      return;
    }
    void this.stream?.write(finalEvent);
    this.stream?.end();
  }

  private onIdle(): void {
    const { client, format } = this.options;
    if (client.signal.aborted) return;
    void this.writeKeepAlive(format.keepAlive);
  }

  private async writeKeepAlive(keepAlive: string): Promise<void> {
    try {
      await this.open().write(keepAlive);
    } catch {
      // The client has disconnected. Its abort signal ends the delivery.
    }
  }

  private takeHeldChunks(chunks: readonly Uint8Array[]): readonly Uint8Array[] {
    if (this.heldChunks.length === 0) return chunks;
    const all = [...this.heldChunks, ...chunks];
    this.heldChunks = [];
    return all;
  }

  private open(): ClientStream {
    this.stream ??= this.options.client.openStream(this.options.headers);
    return this.stream;
  }
}

/** Some servers omit the blank line after the last event. All clients accept that. */
function withBlankLine(tail: Uint8Array): Buffer {
  return Buffer.concat([tail, Buffer.from('\n\n')]);
}

function rethrow(thrown: unknown): never {
  throw toGatewayError(thrown);
}

function toGatewayError(thrown: unknown): GatewayError {
  return thrown instanceof SseEventTooLarge ? eventTooLarge(thrown) : GatewayError.from(thrown);
}

function eventTooLarge(cause: unknown): GatewayError {
  return new GatewayError('upstream-bad-response', 'The provider sent an event that is too large.', {
    cause,
  });
}
