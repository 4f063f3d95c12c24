import { GatewayError } from '#canonical';
import { asGatewayError } from './classify-failure.js';
import { type OutboundRequest, type Transport, type UpstreamResponse } from './transport.js';

export interface Deadlines {
  connectMs: number;
  /** Until the first byte of the answer's body; counted from the last piece of a form that the upstream took. */
  firstByteMs: number;
  /** Between two pieces of the body. */
  idleMs: number;
}

const FINISHED = Symbol('finished');

export interface DeadlineCall {
  deadlines: Deadlines;
  signal: AbortSignal;
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
  { deadlines, signal }: DeadlineCall,
): Promise<GuardedResponse> {
  const exchange = new AbortController();
  const abortExchange = (): void => exchange.abort(signal.reason);
  if (signal.aborted) abortExchange();
  signal.addEventListener('abort', abortExchange, { once: true });
  const firstByteTimer = startTimer(
    exchange,
    deadlines.firstByteMs,
    'The model service did not answer in time.',
  );
  const finish = (): void => {
    clearTimeout(firstByteTimer);
    signal.removeEventListener('abort', abortExchange);
    // A reason of our own: making one for every request costs a stack trace.
    exchange.abort(FINISHED);
  };
  let isAwaitingHead = true;
  try {
    const response = await transport(request, {
      signal: exchange.signal,
      connectMs: deadlines.connectMs,
      onProgress: () => {
        if (isAwaitingHead) firstByteTimer.refresh();
      },
    });
    const guard = { exchange, firstByteTimer, idleMs: deadlines.idleMs, finish };
    return { ...response, body: guardBody(response.body, guard), discard: finish };
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
  firstByteTimer: NodeJS.Timeout;
  idleMs: number;
  finish(): void;
}

/** The timer runs only while the upstream is being waited for: a slow client is not the upstream's silence. */
async function* guardBody(body: AsyncIterable<Uint8Array>, guard: Guard): AsyncGenerator<Uint8Array, void> {
  let timer = guard.firstByteTimer;
  try {
    for await (const piece of body) {
      clearTimeout(timer);
      yield piece;
      timer = startTimer(
        guard.exchange,
        guard.idleMs,
        'The model service stopped in the middle of its answer.',
      );
    }
  } catch (error) {
    throw asGatewayError(error, guard.exchange.signal);
  } finally {
    clearTimeout(timer);
    guard.finish();
  }
}

function startTimer(exchange: AbortController, timeoutMs: number, message: string): NodeJS.Timeout {
  return setTimeout(() => exchange.abort(new GatewayError('upstream-timeout', message)), timeoutMs);
}
