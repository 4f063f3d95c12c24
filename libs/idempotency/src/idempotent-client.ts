import { type CancelSignal, GatewayError } from '#canonical';
import { type Failure, type Run } from './run.js';

/** What is needed of the connection to a client. */
export interface Client {
  /** Aborted, with a GatewayError as its reason, when the answer is no longer wanted or can no longer be given. */
  readonly signal: CancelSignal;
  sendWhole(headers: Record<string, string>, body: Buffer): void | Promise<void>;
  openStream(headers: Record<string, string>): ClientStream;
}

export interface ClientStream {
  write(bytes: Uint8Array | string): void | Promise<void>;
  /** A clean end: the answer was whole. */
  end(): void;
  /** The answer broke. */
  breakOff(lastWords: string): void;
}

/**
 * Notes under the key how a request is answered, before its client learns of it.
 *
 * A client that has a key comes back with it when its connection fails. So a request goes on after its client has
 * gone, up to its whole answer; only a stream, which could not be given again, ends with its client.
 */
export class IdempotentClient implements Client {
  private readonly abort = new AbortController();
  readonly signal = this.abort.signal;
  private isStreaming = false;
  private noted: Promise<void> = Promise.resolve();

  constructor(
    private readonly client: Client,
    private readonly run: Run,
    /** Aborted when this process may wait no longer. */
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
        this.noteStream();
        stream.end();
      },
      breakOff: (lastWords) => {
        this.noteStream();
        stream.breakOff(lastWords);
      },
    };
  }

  /** The request has failed. After an answer has begun this changes nothing. */
  async fail(failure: Failure): Promise<void> {
    if (this.isStreaming) this.noteStream();
    else this.noted = this.run.fail(failure);
    this.stopListening();
    await this.noted;
  }

  /** Resolves when the end of the request is written down. */
  async settled(): Promise<void> {
    await this.noted;
  }

  private noteStream(): void {
    this.stopListening();
    this.noted = this.run.completeStream();
  }

  private stopListening(): void {
    this.client.signal.removeEventListener('abort', this.onClientAbort);
    this.shutdown.removeEventListener('abort', this.onShutdown);
  }

  private readonly onClientAbort = (): void => {
    const reason: unknown = this.client.signal.reason;
    const mayGoOn = reason instanceof GatewayError && reason.kind === 'client-gone' && !this.isStreaming;
    if (!mayGoOn) this.abort.abort(reason);
    else if (this.shutdown.aborted) this.onShutdown();
    else this.shutdown.addEventListener('abort', this.onShutdown, { once: true });
  };

  private readonly onShutdown = (): void => this.abort.abort(this.shutdown.reason);
}
