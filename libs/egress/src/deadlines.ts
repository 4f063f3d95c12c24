import { type CancelSignal, CancelSource, GatewayError, IdleTimer } from '#canonical';
import { classifyFailure } from './classify-failure.js';
import { collect, readEach } from './read-body.js';
import {
  type OutboundRequest,
  type ConsumeRead,
  type Transport,
  type UpstreamBody,
  type UpstreamResponse,
} from './transport.js';

export interface Deadlines {
  connectMs: number;
  /** Until the first byte of a stream. For a form, counted from the last chunk that the upstream accepted. */
  firstByteMs: number;
  idleMs: number;
  /** Until the last byte of a complete response, counted from the same time. */
  wholeMs: number;
}

/**
 * Which timeouts apply to a response. `stream`: starts soon and continues. `whole`: may be silent until it is complete.
 * `bytes`: generated like a complete one, but forwarded as it arrives.
 */
export type ResponseKind = 'stream' | 'whole' | 'bytes';

const FINISHED = Symbol('finished');

export interface DeadlineCall {
  deadlines: Deadlines;
  answer: ResponseKind;
  signal: CancelSignal;
  /**
   * Whether the request may be sent to another channel after a timeout: only if it is cheap and has no side effects.
   */
  isRepeatable?: boolean;
  /** The limit of connections in use to this address. */
  maxConnections?: number;
}

/** A response whose body has timeouts. A caller that does not read the body must discard it. */
interface GuardedResponse extends UpstreamResponse {
  /** Closes the response without reading it. */
  discard(): void;
}

/**
 * Sends a request with timeouts. Every failure, also while the body is read, is a GatewayError. If `signal` is aborted,
 * it is the reason of the abort.
 */
export async function sendWithDeadlines(
  transport: Transport,
  request: OutboundRequest,
  call: DeadlineCall,
): Promise<GuardedResponse> {
  const guard = new Guard(call);
  const { deadlines, maxConnections } = call;
  try {
    const response = await transport(request, {
      signal: guard.exchange,
      connectMs: deadlines.connectMs,
      maxConnections,
      isStreamed: call.answer === 'stream',
      onProgress: () => guard.noteProgress(),
    });
    guard.noteHead();
    return {
      status: response.status,
      headers: response.headers,
      body: new GuardedBody(response.body, guard),
      discard: () => guard.finish(),
    };
  } catch (error) {
    const failure = guard.toGatewayError(error);
    guard.finish();
    throw failure;
  }
}

/** Aborts a request on a timeout or when the caller aborts it. */
class Guard {
  readonly exchange = new CancelSource();
  private readonly responseTimer: NodeJS.Timeout;
  private idleTimer: IdleTimer | undefined;
  private isAwaitingHead = true;
  private isWaiting = true;

  constructor(private readonly call: DeadlineCall) {
    const { signal } = call;
    if (signal.aborted) this.exchange.abort(signal.reason);
    else signal.addEventListener('abort', this.onAbort, { once: true });
    this.responseTimer = startResponseTimer(this.exchange, call.deadlines, call);
  }

  get isStream(): boolean {
    return this.call.answer !== 'whole';
  }

  /** An upstream that accepts a form slowly has not timed out. */
  noteProgress(): void {
    if (this.isAwaitingHead) this.responseTimer.refresh();
  }

  noteHead(): void {
    this.isAwaitingHead = false;
  }

  /** Time counts only while waiting for the upstream, not while a slow client reads. */
  beginWait(): void {
    this.isWaiting = true;
    this.idleTimer?.note();
  }

  endWait(): void {
    this.isWaiting = false;
    if (this.idleTimer !== undefined) return;
    clearTimeout(this.responseTimer);
    this.idleTimer = new IdleTimer(this.call.deadlines.idleMs, () => {
      if (this.isWaiting) this.exchange.abort(stalled());
    });
  }

  toGatewayError(error: unknown): GatewayError {
    return classifyFailure(error, this.exchange, { hasResponse: !this.isAwaitingHead });
  }

  /** Stops the timers and ends the request if it is still running. */
  finish(): void {
    clearTimeout(this.responseTimer);
    this.idleTimer?.stop();
    this.call.signal.removeEventListener('abort', this.onAbort);
    this.exchange.abort(FINISHED);
  }

  private readonly onAbort = (): void => this.exchange.abort(this.call.signal.reason);
}

/** A response body with a timeout for each chunk. */
class GuardedBody implements UpstreamBody, AsyncIterator<Uint8Array, void> {
  private chunks: AsyncIterator<Uint8Array> | undefined;

  constructor(
    private readonly body: UpstreamBody,
    private readonly guard: Guard,
  ) {}

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array, void>> {
    const { guard } = this;
    this.chunks ??= this.body[Symbol.asyncIterator]();
    if (guard.isStream) guard.beginWait();
    try {
      const next = await this.chunks.next();
      if (next.done === true) guard.finish();
      else if (guard.isStream) guard.endWait();
      return next;
    } catch (error) {
      const failure = guard.toGatewayError(error);
      guard.finish();
      throw failure;
    }
  }

  async return(): Promise<IteratorResult<Uint8Array, void>> {
    this.guard.finish();
    await this.chunks?.return?.();
    return { done: true, value: undefined };
  }

  async readEach(consume: ConsumeRead): Promise<void> {
    const { guard, body } = this;
    if (guard.isStream) guard.beginWait();
    try {
      await readEach(body, guard.isStream ? (bytes) => this.consumeRead(bytes, consume) : consume);
    } catch (error) {
      throw guard.toGatewayError(error);
    } finally {
      guard.finish();
    }
  }

  private consumeRead(bytes: Buffer, consume: ConsumeRead): void | Promise<void> {
    const { guard } = this;
    guard.endWait();
    const consumed = consume(bytes);
    if (consumed !== undefined) return consumed.then(() => guard.beginWait());
    guard.beginWait();
    return undefined;
  }

  async readWhole(maxBytes: number): Promise<Buffer> {
    if (this.guard.isStream || this.chunks !== undefined || this.body.readWhole === undefined) {
      return collect(this, maxBytes);
    }
    try {
      return await this.body.readWhole(maxBytes);
    } catch (error) {
      throw this.guard.toGatewayError(error);
    } finally {
      this.guard.finish();
    }
  }
}

function startResponseTimer(
  exchange: CancelSource,
  { firstByteMs, wholeMs }: Deadlines,
  { answer, isRepeatable }: Pick<DeadlineCall, 'answer' | 'isRepeatable'>,
): NodeJS.Timeout {
  if (answer === 'stream') return startTimer(exchange, firstByteMs, timedOut);
  return startTimer(exchange, wholeMs, isRepeatable === true ? timedOut : timedOutWithoutRetry);
}

function startTimer(exchange: CancelSource, timeoutMs: number, fault: () => GatewayError): NodeJS.Timeout {
  return setTimeout(() => exchange.abort(fault()), timeoutMs);
}

function timedOut(): GatewayError {
  return new GatewayError('upstream-timeout', 'The provider did not respond in time.');
}

/** The upstream may still complete and charge for the request, so it must not be sent again. */
function timedOutWithoutRetry(): GatewayError {
  return new GatewayError('upstream-timeout', 'The provider did not respond in time.', {
    retryable: false,
  });
}

function stalled(): GatewayError {
  const message = 'The provider stopped sending in the middle of its response.';
  return new GatewayError('upstream-timeout', message, { report: { message } });
}
