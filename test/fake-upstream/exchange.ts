import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Account } from './account.js';
import type { ReceivedRequest } from './received-request.js';
import type { Drip } from './replies/drip.js';
import { awkwardChunks, escapeEmoji, evenChunks } from './replies/chunks.js';
import type { NativeAnswer, Service } from './service.js';

interface Pace {
  chunks: (bytes: Buffer) => Iterable<Buffer>;
  gapMs: number;
}

/** One request and the connection of its response, with methods to end it. */
export class Exchange {
  readonly #response: ServerResponse;
  readonly #closed = new AbortController();
  #answer?: NativeAnswer;
  #pace?: Pace;
  #isAwkward = false;
  #brokenByScript = false;

  constructor(
    readonly request: ReceivedRequest,
    readonly service: Service,
    readonly account: Account,
    response: ServerResponse,
  ) {
    this.#response = response;
    response.once('close', () => {
      this.#closed.abort();
      if (!response.writableFinished && !this.#brokenByScript) request.markAborted();
    });
  }

  /** The response of the service without a fault. */
  get answer(): NativeAnswer {
    this.#answer ??= this.service.answer(this.request, this.account);
    return this.#answer;
  }

  /** True once the connection is closed, when no response can be sent. */
  get isClosed(): boolean {
    return this.#closed.signal.aborted || this.#response.socket?.destroyed === true;
  }

  /** From here on the body is sent in small chunks; the first setting applies. */
  slowDown({ bytesPerWrite, gapMs }: Drip): void {
    this.#pace ??= { chunks: (bytes) => evenChunks(bytes, bytesPerWrite), gapMs };
  }

  /** From here on the body is escaped and divided in ways that careless parsers fail on. */
  makeAwkward(): void {
    this.#isAwkward = true;
    this.#pace ??= { chunks: awkwardChunks, gapMs: 1 };
  }

  /** The text as this exchange writes it. */
  spell(text: string): string {
    return this.#isAwkward ? escapeEmoji(text) : text;
  }

  start(status: number, headers: Record<string, string>): void {
    this.#response.writeHead(status, { ...this.service.headers(), ...headers });
    this.#response.flushHeaders();
  }

  /** Resolves when the kernel has accepted the bytes, so that a client that stops reading pauses the script. */
  async write(content: string | Uint8Array): Promise<void> {
    const bytes = Buffer.from(content);
    for (const chunk of this.#pace?.chunks(bytes) ?? evenChunks(bytes, bytes.length)) {
      if (this.#pace) await this.pause(this.#pace.gapMs);
      await new Promise<void>((resolve, reject) => {
        this.#response.write(chunk, (error) => (error ? reject(error) : resolve()));
      });
    }
  }

  end(): void {
    this.#response.end();
  }

  /** Closes the connection cleanly, but without the last HTTP chunk. */
  cut(): void {
    this.#brokenByScript = true;
    this.#response.socket?.end();
  }

  /** Closes the connection with a TCP reset. */
  reset(): void {
    this.#brokenByScript = true;
    this.#response.socket?.resetAndDestroy();
  }

  async pause(durationMs: number): Promise<void> {
    if (durationMs > 0) await delay(durationMs, undefined, { signal: this.#closed.signal });
  }
}
