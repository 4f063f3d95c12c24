import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { ReceivedRequest } from './received-request.js';

interface Pace {
  bytesPerWrite: number;
  gapMs: number;
}

/** One request and the connection its reply goes out on, with the ways there are to end it. */
export class Exchange {
  readonly #response: ServerResponse;
  readonly #closed = new AbortController();
  #pace?: Pace;
  #brokenByScript = false;

  constructor(
    readonly request: ReceivedRequest,
    response: ServerResponse,
  ) {
    this.#response = response;
    response.once('close', () => {
      this.#closed.abort();
      if (!response.writableFinished && !this.#brokenByScript) request.markAborted();
    });
  }

  /** True once the connection is gone, when there is nothing left to reply to. */
  get isClosed(): boolean {
    return this.#closed.signal.aborted || this.#response.socket?.destroyed === true;
  }

  /** From here on the body goes out in small pieces. */
  slowDown(pace: Pace): void {
    this.#pace = pace;
  }

  start(status: number, headers: Record<string, string>): void {
    this.#response.writeHead(status, { ...serviceHeaders(), ...headers });
    this.#response.flushHeaders();
  }

  /** Resolves when the kernel has the bytes, so that a reader that stops reading stops the script. */
  async write(content: string | Uint8Array): Promise<void> {
    for (const piece of this.#pieces(Buffer.from(content))) {
      if (this.#pace) await this.pause(this.#pace.gapMs);
      await new Promise<void>((resolve, reject) => {
        this.#response.write(piece, (error) => (error ? reject(error) : resolve()));
      });
    }
  }

  end(): void {
    this.#response.end();
  }

  /** Closes the connection in good order, but without the last chunk that HTTP wants. */
  cut(): void {
    this.#brokenByScript = true;
    this.#response.socket?.end();
  }

  /** Drops the connection with a TCP reset. */
  reset(): void {
    this.#brokenByScript = true;
    this.#response.socket?.resetAndDestroy();
  }

  async pause(durationMs: number): Promise<void> {
    if (durationMs > 0) await delay(durationMs, undefined, { signal: this.#closed.signal });
  }

  *#pieces(bytes: Buffer): Generator<Buffer> {
    const step = this.#pace?.bytesPerWrite ?? bytes.length;
    for (let start = 0; start < bytes.length; start += step) yield bytes.subarray(start, start + step);
  }
}

/** Headers that the real service sends with everything; a gateway has to choose which of them go on. */
function serviceHeaders(): Record<string, string> {
  return {
    'x-request-id': `req_${randomBytes(16).toString('hex')}`,
    'openai-organization': 'fake-organization',
    'openai-processing-ms': '1',
    'openai-version': '2020-10-01',
    'set-cookie': '__cf_bm=fake; path=/; HttpOnly',
  };
}
