import { type CancelSignal, GatewayError } from '#canonical';
import { type IncomingHttpHeaders } from 'node:http';
import { type Dispatcher } from 'undici';
import { type TakeRead, type UpstreamBody, type UpstreamResponse } from './transport.js';

/** So much of an answer waits here for its reader; then the upstream is asked to wait. */
const MAX_WAITING_BYTES = 256 * 1024;

interface Waiting<Value> {
  resolve(value: Value): void;
  reject(error: unknown): void;
}

/** One request and its answer, as undici tells of them. It is the body of the answer, too. */
export class HttpExchange implements Dispatcher.DispatchHandler, UpstreamBody {
  /** The head of the answer. */
  readonly response: Promise<UpstreamResponse>;
  private readonly chunks: Buffer[] = [];
  private waitingBytes = 0;
  private isPaused = false;
  private isOver = false;
  private error: Error | undefined;
  private controller: Dispatcher.DispatchController | undefined;
  private head: Waiting<UpstreamResponse> | undefined;
  private reader: Waiting<IteratorResult<Uint8Array, void>> | undefined;
  private whole: (Waiting<Buffer> & { maxBytes: number }) | undefined;
  private taker: (Waiting<void> & { take: TakeRead; isBusy: boolean }) | undefined;

  constructor(
    private readonly signal: CancelSignal,
    private readonly onOver: () => void,
  ) {
    this.response = new Promise((resolve, reject) => {
      this.head = { resolve, reject };
    });
    signal.addEventListener('abort', this.onAbort, { once: true });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.signal.aborted) controller.abort(toError(this.signal.reason));
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    // As bytes they would hold on to the read that they came in for as long as the answer lasts: 4 KB.
    controller.rawHeaders = null;
    if (status < 200) return;
    const { head } = this;
    this.head = undefined;
    head?.resolve({ status, headers, body: this });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const { reader, whole } = this;
    if (reader !== undefined) {
      this.reader = undefined;
      reader.resolve({ done: false, value: chunk });
      return;
    }
    this.chunks.push(chunk);
    this.waitingBytes += chunk.length;
    if (whole !== undefined) {
      if (this.waitingBytes > whole.maxBytes) controller.abort(tooLarge());
      return;
    }
    // Each event may be a chunk of its own: those of one read are passed on when all of it has been parsed.
    if (this.taker !== undefined && this.chunks.length === 1) process.nextTick(this.passOn);
    if (this.waitingBytes < MAX_WAITING_BYTES || this.isPaused) return;
    this.isPaused = true;
    controller.pause();
  }

  onResponseEnd(): void {
    this.finish(undefined);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.finish(error);
  }

  next(): Promise<IteratorResult<Uint8Array, void>> {
    const chunk = this.chunks.shift();
    if (chunk !== undefined) {
      this.waitingBytes -= chunk.length;
      if (this.isPaused && this.chunks.length === 0) this.resume();
      return Promise.resolve({ done: false, value: chunk });
    }
    if (this.error !== undefined) return Promise.reject(this.error);
    if (this.isOver) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve, reject) => {
      this.reader = { resolve, reject };
    });
  }

  async return(): Promise<IteratorResult<Uint8Array, void>> {
    this.abort(new Error('nobody reads the answer'));
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  readWhole(maxBytes: number): Promise<Buffer> {
    if (this.waitingBytes > maxBytes) {
      this.abort(tooLarge());
      return Promise.reject(tooLarge());
    }
    if (this.error !== undefined) return Promise.reject(this.error);
    if (this.isOver) return Promise.resolve(this.takeAll());
    if (this.isPaused) this.resume();
    return new Promise((resolve, reject) => {
      this.whole = { resolve, reject, maxBytes };
    });
  }

  readEach(take: TakeRead): Promise<void> {
    return new Promise((resolve, reject) => {
      this.taker = { take, isBusy: false, resolve, reject };
      this.passOn();
    });
  }

  private readonly passOn = (): void => {
    const { taker } = this;
    if (taker === undefined || taker.isBusy) return;
    try {
      const taken = this.chunks.length === 0 ? undefined : taker.take(this.takeAll());
      if (taken !== undefined) {
        taker.isBusy = true;
        taken.then(
          () => this.onTaken(taker),
          (error) => this.onRefused(error),
        );
        return;
      }
    } catch (error) {
      this.onRefused(error);
      return;
    }
    if (this.isPaused) this.resume();
    if (!this.isOver) return;
    this.taker = undefined;
    if (this.error === undefined) taker.resolve();
    else taker.reject(this.error);
  };

  private onTaken(taker: { isBusy: boolean }): void {
    taker.isBusy = false;
    this.passOn();
  }

  private onRefused(error: unknown): void {
    this.taker?.reject(error);
    this.taker = undefined;
    this.abort(toError(error));
  }

  private readonly onAbort = (): void => this.abort(toError(this.signal.reason));

  /** One that has no connection yet is told so when it gets one. */
  private abort(error: Error): void {
    if (this.isOver) return;
    this.head?.reject(error);
    this.head = undefined;
    this.controller?.abort(error);
  }

  private resume(): void {
    this.isPaused = false;
    this.controller?.resume();
  }

  private finish(error: Error | undefined): void {
    if (this.isOver) return;
    this.isOver = true;
    this.error = error;
    this.signal.removeEventListener('abort', this.onAbort);
    const { head, reader, whole } = this;
    this.head = undefined;
    this.reader = undefined;
    this.whole = undefined;
    if (error === undefined) {
      whole?.resolve(this.takeAll());
      reader?.resolve({ done: true, value: undefined });
    } else {
      head?.reject(error);
      whole?.reject(error);
      reader?.reject(error);
    }
    this.passOn();
    this.onOver();
  }

  private takeAll(): Buffer {
    const { chunks, waitingBytes } = this;
    const [first] = chunks;
    const all = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, waitingBytes);
    chunks.length = 0;
    this.waitingBytes = 0;
    return all;
  }
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('the exchange is over', { cause: reason });
}

export function tooLarge(): GatewayError {
  return new GatewayError('upstream-bad-response', 'The model service sent an answer that is too large.');
}
