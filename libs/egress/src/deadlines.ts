import { GatewayError } from '#canonical';
import { asGatewayError } from './classify-failure.js';
import { type OutboundRequest, type Transport, type UpstreamResponse } from './transport.js';

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
  signal: AbortSignal;
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
  { deadlines, answer, signal, isRepeatable, maxConnections }: DeadlineCall,
): Promise<GuardedResponse> {
  const exchange = new AbortController();
  const abortExchange = (): void => exchange.abort(signal.reason);
  if (signal.aborted) abortExchange();
  signal.addEventListener('abort', abortExchange, { once: true });
  const answerTimer = startAnswerTimer(exchange, deadlines, { answer, isRepeatable });
  const finish = (): void => {
    clearTimeout(answerTimer);
    signal.removeEventListener('abort', abortExchange);
    // A reason of our own: making one for every request costs a stack trace.
    exchange.abort(FINISHED);
  };
  let isAwaitingHead = true;
  try {
    const response = await transport(request, {
      signal: exchange.signal,
      connectMs: deadlines.connectMs,
      maxConnections,
      onProgress: () => {
        if (isAwaitingHead) answerTimer.refresh();
      },
    });
    const guard = { exchange, answerTimer, idleMs: deadlines.idleMs, finish };
    const body = answer === 'whole' ? guardWhole(response.body, guard) : guardStream(response.body, guard);
    return { ...response, body, discard: finish };
  } catch (error) {
    const failure = asGatewayError(error, exchange.signal);
    finish();
    throw failure;
  } finally {
    // From here on the timer may have been cleared, and refreshing it would bring it back to life.
    isAwaitingHead = false;
  }
}

interface Guard {
  exchange: AbortController;
  answerTimer: NodeJS.Timeout;
  idleMs: number;
  finish(): void;
}

/** One wait for all of it: whoever makes an answer as a whole may be silent for as long as that takes. */
async function* guardWhole(body: AsyncIterable<Uint8Array>, guard: Guard): AsyncGenerator<Uint8Array, void> {
  try {
    yield* body;
  } catch (error) {
    throw asGatewayError(error, guard.exchange.signal);
  } finally {
    guard.finish();
  }
}

/** The timer runs only while the upstream is being waited for: a slow client is not the upstream's silence. */
async function* guardStream(body: AsyncIterable<Uint8Array>, guard: Guard): AsyncGenerator<Uint8Array, void> {
  let timer = guard.answerTimer;
  try {
    for await (const chunk of body) {
      clearTimeout(timer);
      yield chunk;
      timer = startTimer(guard.exchange, guard.idleMs, stoppedMidway);
    }
  } catch (error) {
    throw asGatewayError(error, guard.exchange.signal);
  } finally {
    clearTimeout(timer);
    guard.finish();
  }
}

function startAnswerTimer(
  exchange: AbortController,
  { firstByteMs, wholeMs }: Deadlines,
  { answer, isRepeatable }: Pick<DeadlineCall, 'answer' | 'isRepeatable'>,
): NodeJS.Timeout {
  if (answer === 'stream') return startTimer(exchange, firstByteMs, notInTime);
  return startTimer(exchange, wholeMs, isRepeatable === true ? notInTime : givenUp);
}

function startTimer(exchange: AbortController, timeoutMs: number, fault: () => GatewayError): NodeJS.Timeout {
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
