import { type CancelSignal, GatewayError } from '#canonical';
import { type Failure, type Run } from './run.js';

/** The part of a client connection that this library uses. */
export interface Client {
  /** Aborted when the client has disconnected or the response can no longer be sent. The reason is a GatewayError. */
  readonly signal: CancelSignal;
  sendWhole(headers: Record<string, string>, body: Buffer): void | Promise<void>;
  openStream(headers: Record<string, string>): ClientStream;
}

export interface ClientStream {
  write(bytes: Uint8Array | string): void | Promise<void>;
  /** Ends a complete response. */
  end(): void;
  /** Ends a truncated response with an error event. */
  abort(finalEvent: string): void;
}

/**
 * Stores the response of a request under its key, before the client receives it. A client with a key retries when its
 * connection fails. So a request continues after its client has disconnected, until its response is complete. Only a
 * stream, which cannot be replayed, ends with its client.
 */
export class IdempotentClient implements Client {
  private readonly abort = new AbortController();
  readonly signal = this.abort.signal;
  private isStreaming = false;
  private stored: Promise<void> = Promise.resolve();

  constructor(
    private readonly client: Client,
    private readonly run: Run,
    /** Aborted when the shutdown of this process must not wait any longer. */
    private readonly shutdown: AbortSignal,
  ) {
    if (client.signal.aborted) this.onClientAbort();
    else client.signal.addEventListener('abort', this.onClientAbort, { once: true });
  }

  async sendWhole(headers: Record<string, string>, body: Buffer): Promise<void> {
    await this.run.complete({ status: 200, headers, body });
    this.stopListening();
    await this.client.sendWhole(headers, body);
  }

  openStream(headers: Record<string, string>): ClientStream {
    const stream = this.client.openStream(headers);
    this.isStreaming = true;
    if (this.client.signal.aborted) this.onClientAbort();
    return {
      write: (bytes) => stream.write(bytes),
      end: () => {
        this.markStreamed();
        stream.end();
      },
      abort: (finalEvent) => {
        this.markStreamed();
        stream.abort(finalEvent);
      },
    };
  }

  /** Records a failure, unless a response has already started. */
  async fail(failure: Failure): Promise<void> {
    if (this.isStreaming) this.markStreamed();
    else this.stored = this.run.fail(failure);
    this.stopListening();
    await this.stored;
  }

  /** Resolves when the end of the request is stored. */
  async settled(): Promise<void> {
    await this.stored;
  }

  private markStreamed(): void {
    this.stopListening();
    this.stored = this.run.completeStream();
  }

  private stopListening(): void {
    this.client.signal.removeEventListener('abort', this.onClientAbort);
    this.shutdown.removeEventListener('abort', this.onShutdown);
  }

  private readonly onClientAbort = (): void => {
    const reason: unknown = this.client.signal.reason;
    const canContinue = reason instanceof GatewayError && reason.kind === 'client-gone' && !this.isStreaming;
    if (!canContinue) this.abort.abort(reason);
    else if (this.shutdown.aborted) this.onShutdown();
    else this.shutdown.addEventListener('abort', this.onShutdown, { once: true });
  };

  private readonly onShutdown = (): void => this.abort.abort(this.shutdown.reason);
}
