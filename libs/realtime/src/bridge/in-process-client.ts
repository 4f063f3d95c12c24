import { GatewayError } from '#canonical';
import { type ClientSide, type ClientStream } from '#relay';

/** Reads the response to a request that the gateway makes to itself. */
export interface ResponseReader {
  /** Throws if the content type is not the requested one. */
  open?(headers: Readonly<Record<string, string>>): void;
  /** Resolves when more can be read. */
  read(bytes: Uint8Array): void | Promise<void>;
}

/** A complete response is also read in chunks, so that backpressure works. */
const CHUNK_BYTES = 64 * 1024;

/** Performs a request within this process until the signal is aborted. */
export async function readInProcess(
  reader: ResponseReader,
  signal: AbortSignal,
  sendRequest: (client: ClientSide) => Promise<void>,
): Promise<void> {
  const client = new InProcessClient(reader, signal);
  try {
    client.signal.throwIfAborted();
    await sendRequest(client);
  } finally {
    client.stopListening();
  }
}

/** The client of a request that the gateway makes itself. */
class InProcessClient implements ClientSide {
  private readonly abort = new AbortController();
  readonly signal = this.abort.signal;

  constructor(
    private readonly reader: ResponseReader,
    private readonly callerSignal: AbortSignal,
  ) {
    if (callerSignal.aborted) this.onAbort();
    else callerSignal.addEventListener('abort', this.onAbort, { once: true });
  }

  stopListening(): void {
    this.callerSignal.removeEventListener('abort', this.onAbort);
  }

  async sendWhole(headers: Record<string, string>, body: Buffer): Promise<void> {
    this.reader.open?.(headers);
    for (let start = 0; start < body.length; start += CHUNK_BYTES) {
      await this.deliver(body.subarray(start, start + CHUNK_BYTES));
    }
  }

  openStream(headers: Record<string, string>): ClientStream {
    this.reader.open?.(headers);
    return {
      write: (bytes) => this.deliver(typeof bytes === 'string' ? Buffer.from(bytes) : bytes),
      // The promise of the relay reports how it ended.
      end: () => undefined,
      abort: () => undefined,
    };
  }

  private async deliver(bytes: Uint8Array): Promise<void> {
    this.signal.throwIfAborted();
    const reading = this.reader.read(bytes);
    if (reading !== undefined) await untilAborted(reading, this.signal);
  }

  private readonly onAbort = (): void => {
    this.abort.abort(new GatewayError('client-gone', 'The response was cancelled.'));
  };
}

/** Rejects with the reason of the signal if that is aborted first. */
function untilAborted(pending: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal.reason as GatewayError);
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    void pending.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}
