import { GatewayError } from '#canonical';
import { type ClientSide, type ClientStream } from '#relay';

/** Reads the response to a request that the gateway makes to itself. */
export interface AnswerReader {
  /** Throws where the content type is not what was asked for. */
  open?(headers: Readonly<Record<string, string>>): void;
  /** Resolves when more may come. */
  read(bytes: Uint8Array): void | Promise<void>;
}

/** A whole response is also read in chunks, so that backpressure works. */
const CHUNK_BYTES = 64 * 1024;

/** Performs a request inside this process until the signal aborts. */
export async function readInProcess(
  reader: AnswerReader,
  wanted: AbortSignal,
  ask: (client: ClientSide) => Promise<void>,
): Promise<void> {
  const client = new InProcessClient(reader, wanted);
  try {
    client.signal.throwIfAborted();
    await ask(client);
  } finally {
    client.leave();
  }
}

/** The relay's client where the gateway asks itself. */
class InProcessClient implements ClientSide {
  private readonly abort = new AbortController();
  readonly signal = this.abort.signal;

  constructor(
    private readonly reader: AnswerReader,
    private readonly wanted: AbortSignal,
  ) {
    if (wanted.aborted) this.go();
    else wanted.addEventListener('abort', this.go, { once: true });
  }

  /** Nothing of this request listens any longer. */
  leave(): void {
    this.wanted.removeEventListener('abort', this.go);
  }

  async sendWhole(headers: Record<string, string>, body: Buffer): Promise<void> {
    this.reader.open?.(headers);
    for (let start = 0; start < body.length; start += CHUNK_BYTES) {
      await this.give(body.subarray(start, start + CHUNK_BYTES));
    }
  }

  openStream(headers: Record<string, string>): ClientStream {
    this.reader.open?.(headers);
    return {
      write: (bytes) => this.give(typeof bytes === 'string' ? Buffer.from(bytes) : bytes),
      // The relay's promise says how it ended.
      end: () => undefined,
      breakOff: () => undefined,
    };
  }

  private async give(bytes: Uint8Array): Promise<void> {
    this.signal.throwIfAborted();
    const reading = this.reader.read(bytes);
    if (reading !== undefined) await untilAborted(reading, this.signal);
  }

  private readonly go = (): void => {
    this.abort.abort(new GatewayError('client-gone', 'The answer is no longer wanted.'));
  };
}

/** Rejects with the signal's reason where that comes first. */
function untilAborted(pending: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal.reason as GatewayError);
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    void pending.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}
