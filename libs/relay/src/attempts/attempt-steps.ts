import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayError, toAbortSignal } from '#canonical';
import { type Route, type Step } from '#catalog';
import { type Attempt, type AttemptedCall, type RouteCandidate } from './attempt.js';
import { type AttemptControls } from './attempt-controls.js';

/** A wait that an upstream asks for, and that is short enough for a client not to notice. */
const MAX_PAUSE_SECONDS = 2;

/** Serves the request by one attempt, to the last byte. */
export type Serve<One extends RouteCandidate> = (attempt: Attempt<One>) => Promise<void>;

export function noChannel(): GatewayError {
  return new GatewayError('no-channel', 'No channel is left to try.');
}

/** What one upstream cannot express, another may. */
export function mayBeThisChannel(error: GatewayError): boolean {
  return error.retryable || error.kind === 'unsupported-parameter';
}

/** Serves an attempt when there is a place at its channel, where those are limited. */
export async function serveInSlot<One extends RouteCandidate>(
  attempt: Attempt<One>,
  {
    call,
    controls,
    route,
    serve,
  }: { call: AttemptedCall; controls: AttemptControls; route: Route<One>; serve: Serve<One> },
): Promise<void> {
  const { id, maxConcurrency } = attempt.candidate.target.channel;
  if (maxConcurrency === undefined) return serve(attempt);
  const release = await controls.slots.acquire(id, maxConcurrency, {
    tokenId: call.token.id,
    signal: toAbortSignal(attempt.signal),
    isImpatient: route.hasAlternative,
  });
  try {
    await serve(attempt);
  } finally {
    release();
  }
}

/** The last resort: an upstream that asks for a short pause. */
export async function pauseAndRetry<One extends RouteCandidate>(
  candidate: One,
  { kind, retryAfterSeconds }: GatewayError,
  { route, call }: { route: Route<One>; call: AttemptedCall },
): Promise<Step<One> | undefined> {
  const isShort = retryAfterSeconds !== undefined && retryAfterSeconds <= MAX_PAUSE_SECONDS;
  // An empty account is not filled in a moment, whatever it says.
  if (!isShort || kind === 'upstream-quota') return undefined;
  const step = route.again(candidate);
  if (step === undefined) return undefined;
  const signal = toAbortSignal(call.client.signal);
  await sleep(retryAfterSeconds * 1000, undefined, { signal }).catch(() => undefined);
  if (!signal.aborted) return step;
  step.use.abandoned();
  return undefined;
}
