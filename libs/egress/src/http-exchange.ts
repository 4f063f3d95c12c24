import { type CancelSignal, GatewayError } from '#canonical';
import { type IncomingHttpHeaders } from 'node:http';
import { type Dispatcher } from 'undici';
import { type ConsumeRead, type UpstreamBody, type UpstreamResponse } from './transport.js';

/** The upstream is paused when this many bytes are buffered. */
const MAX_WAITING_BYTES = 256 * 1024;

interface Pending<Value> {
  resolve(value: Value): void;
  reject(error: unknown): void;
}

/** One request and its response, as an undici handler. It is also the response body. */
export class HttpExchange implements Dispatcher.DispatchHandler, UpstreamBody {
  /** Resolves when the response head arrives. */
  readonly response: Promise<UpstreamResponse>;
  private readonly chunks: Buffer[] = [];
  private waitingBytes = 0;
  private isPaused = false;
  private isFinished = false;
  private error: Error | undefined;
  private controller: Dispatcher.DispatchController | undefined;
  private pendingHead: Pending<UpstreamResponse> | undefined;
  private pendingRead: Pending<IteratorResult<Uint8Array, void>> | undefined;
  private pendingBody: (Pending<Buffer> & { maxBytes: number }) | undefined;
  private consumer: (Pending<void> & { consume: ConsumeRead; isBusy: boolean }) | undefined;

  constructor(
    private readonly signal: CancelSignal,
    private readonly onFinished: () => void,
  ) {
    this.response = new Promise((resolve, reject) => {
      this.pendingHead = { resolve, reject };
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
    // The raw headers keep the 4 KB buffer of the socket read in memory until the response ends.
    controller.rawHeaders = null;
    if (status < 200) return;
    const { pendingHead } = this;
    this.pendingHead = undefined;
    pendingHead?.resolve({ status, headers, body: this });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const { pendingRead, pendingBody } = this;
    if (pendingRead !== undefined) {
      this.pendingRead = undefined;
      pendingRead.resolve({ done: false, value: chunk });
      return;
    }
    this.chunks.push(chunk);
    this.waitingBytes += chunk.length;
    if (pendingBody !== undefined) {
      if (this.waitingBytes > pendingBody.maxBytes) controller.abort(responseTooLarge());
      return;
    }
    // Each event may be a separate chunk. All chunks of a socket read are delivered together, after they have been
    // parsed.
    if (this.consumer !== undefined && this.chunks.length === 1) process.nextTick(this.deliverReads);
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
    if (this.isFinished) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve, reject) => {
      this.pendingRead = { resolve, reject };
    });
  }

  async return(): Promise<IteratorResult<Uint8Array, void>> {
    this.abort(new Error('the response is not read'));
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  readWhole(maxBytes: number): Promise<Buffer> {
    if (this.waitingBytes > maxBytes) {
      this.abort(responseTooLarge());
      return Promise.reject(responseTooLarge());
    }
    if (this.error !== undefined) return Promise.reject(this.error);
    if (this.isFinished) return Promise.resolve(this.takeAll());
    if (this.isPaused) this.resume();
    return new Promise((resolve, reject) => {
      this.pendingBody = { resolve, reject, maxBytes };
    });
  }

  readEach(consume: ConsumeRead): Promise<void> {
    return new Promise((resolve, reject) => {
      this.consumer = { consume, isBusy: false, resolve, reject };
      this.deliverReads();
    });
  }

  private readonly deliverReads = (): void => {
    const { consumer } = this;
    if (consumer === undefined || consumer.isBusy) return;
    try {
      const consumed = this.chunks.length === 0 ? undefined : consumer.consume(this.takeAll());
      if (consumed !== undefined) {
        consumer.isBusy = true;
        consumed.then(
          () => this.onConsumed(consumer),
          (error) => this.onConsumerError(error),
        );
        return;
      }
    } catch (error) {
      this.onConsumerError(error);
      return;
    }
    if (this.isPaused) this.resume();
    if (!this.isFinished) return;
    this.consumer = undefined;
    if (this.error === undefined) consumer.resolve();
    else consumer.reject(this.error);
  };

  private onConsumed(consumer: { isBusy: boolean }): void {
    consumer.isBusy = false;
    this.deliverReads();
  }

  private onConsumerError(error: unknown): void {
    this.consumer?.reject(error);
    this.consumer = undefined;
    this.abort(toError(error));
  }

  private readonly onAbort = (): void => this.abort(toError(this.signal.reason));

  /** Without a connection yet, the request is aborted in `onRequestStart`. */
  private abort(error: Error): void {
    if (this.isFinished) return;
    this.pendingHead?.reject(error);
    this.pendingHead = undefined;
    this.controller?.abort(error);
  }

  private resume(): void {
    this.isPaused = false;
    this.controller?.resume();
  }

  private finish(error: Error | undefined): void {
    if (this.isFinished) return;
    this.isFinished = true;
    this.error = error;
    this.signal.removeEventListener('abort', this.onAbort);
    const { pendingHead, pendingRead, pendingBody } = this;
    this.pendingHead = undefined;
    this.pendingRead = undefined;
    this.pendingBody = undefined;
    if (error === undefined) {
      pendingBody?.resolve(this.takeAll());
      pendingRead?.resolve({ done: true, value: undefined });
    } else {
      pendingHead?.reject(error);
      pendingBody?.reject(error);
      pendingRead?.reject(error);
    }
    this.deliverReads();
    this.onFinished();
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
  return reason instanceof Error ? reason : new Error('the exchange has ended', { cause: reason });
}

export function responseTooLarge(): GatewayError {
  return new GatewayError('upstream-bad-response', 'The provider returned a response that is too large.');
}
