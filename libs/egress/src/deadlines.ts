import { type CancelSignal, CancelSource, GatewayError, IdleTimer } from '#canonical';
import { asGatewayError } from './classify-failure.js';
import { collect, readEach } from './read-body.js';
import {
  type OutboundRequest,
  type TakeRead,
  type Transport,
  type UpstreamBody,
  type UpstreamResponse,
} from './transport.js';

export interface Deadlines {
  connectMs: number;
  /** Until the first byte of a stream; counted from the last chunk of a form that the upstream took. */
  firstByteMs: number;
  /** Between two chunks of a stream. */
  idleMs: number;
  /** Until the last byte of an answer that comes whole, counted from the same moment. */
  wholeMs: number;
}

/**
 * How long an answer may take depends on how it comes. `stream`: it begins soon and goes on. `whole`: nothing may be
 * heard of it until all of it is made. `bytes`: made like a whole one, and passed on as it comes.
 */
export type AnswerKind = 'stream' | 'whole' | 'bytes';

const FINISHED = Symbol('finished');

export interface DeadlineCall {
  deadlines: Deadlines;
  answer: AnswerKind;
  signal: CancelSignal;
  /** Whether it may be asked elsewhere when it was given up on: what costs next to nothing, and leaves nothing behind. */
  isRepeatable?: boolean;
  /** The most connections to this address that may be in use, where they are limited. */
  maxConnections?: number;
}

/** An answer whose body is waited for with deadlines. Whoever does not read the body discards it. */
interface GuardedResponse extends UpstreamResponse {
  /** Lets the answer and its connection go, unread. */
  discard(): void;
}

/**
 * Sends a request and guards the wait for its answer. Every failure, of the answer's body too, comes out
 * as a GatewayError; `signal` aborts with the reason it carries.
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

/** Ends an exchange whose time is over, or whose answer is no longer wanted. */
class Guard {
  readonly exchange = new CancelSource();
  private readonly answerTimer: NodeJS.Timeout;
  private idleTimer: IdleTimer | undefined;
  private isAwaitingHead = true;
  private isWaiting = true;

  constructor(private readonly call: DeadlineCall) {
    const { signal } = call;
    if (signal.aborted) this.exchange.abort(signal.reason);
    else signal.addEventListener('abort', this.onAbort, { once: true });
    this.answerTimer = startAnswerTimer(this.exchange, call.deadlines, call);
  }

  get isStream(): boolean {
    return this.call.answer !== 'whole';
  }

  /** The upstream may be slow to take a form, and is not silent then. */
  noteProgress(): void {
    if (this.isAwaitingHead) this.answerTimer.refresh();
  }

  noteHead(): void {
    this.isAwaitingHead = false;
  }

  /** The timer counts only while the upstream is being waited for: a slow client is not the upstream's silence. */
  beginWait(): void {
    this.isWaiting = true;
    this.idleTimer?.note();
  }

  endWait(): void {
    this.isWaiting = false;
    if (this.idleTimer !== undefined) return;
    clearTimeout(this.answerTimer);
    this.idleTimer = new IdleTimer(this.call.deadlines.idleMs, () => {
      if (this.isWaiting) this.exchange.abort(stoppedMidway());
    });
  }

  toGatewayError(error: unknown): GatewayError {
    return asGatewayError(error, this.exchange);
  }

  /** Ends what has not ended by itself. */
  finish(): void {
    clearTimeout(this.answerTimer);
    this.idleTimer?.stop();
    this.call.signal.removeEventListener('abort', this.onAbort);
    this.exchange.abort(FINISHED);
  }

  private readonly onAbort = (): void => this.exchange.abort(this.call.signal.reason);
}

/** The body of an answer, each chunk of which is waited for only so long. */
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

  async readEach(take: TakeRead): Promise<void> {
    const { guard, body } = this;
    if (guard.isStream) guard.beginWait();
    try {
      await readEach(body, guard.isStream ? (bytes) => this.takeInTime(bytes, take) : take);
    } catch (error) {
      throw guard.toGatewayError(error);
    } finally {
      guard.finish();
    }
  }

  private takeInTime(bytes: Buffer, take: TakeRead): void | Promise<void> {
    const { guard } = this;
    guard.endWait();
    const taken = take(bytes);
    if (taken !== undefined) return taken.then(() => guard.beginWait());
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

function startAnswerTimer(
  exchange: CancelSource,
  { firstByteMs, wholeMs }: Deadlines,
  { answer, isRepeatable }: Pick<DeadlineCall, 'answer' | 'isRepeatable'>,
): NodeJS.Timeout {
  if (answer === 'stream') return startTimer(exchange, firstByteMs, notInTime);
  return startTimer(exchange, wholeMs, isRepeatable === true ? notInTime : givenUp);
}

function startTimer(exchange: CancelSource, timeoutMs: number, fault: () => GatewayError): NodeJS.Timeout {
  return setTimeout(() => exchange.abort(fault()), timeoutMs);
}

function notInTime(): GatewayError {
  return new GatewayError('upstream-timeout', 'The model service did not answer in time.');
}

/** It may be made to its end, and paid for, though nobody waits: asking elsewhere would pay for it twice. */
function givenUp(): GatewayError {
  return new GatewayError('upstream-timeout', 'The model service did not answer in time.', {
    retryable: false,
  });
}

function stoppedMidway(): GatewayError {
  return new GatewayError('upstream-timeout', 'The model service stopped in the middle of its answer.');
}
