import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayError, toAbortSignal } from '#canonical';
import { type CandidateSelector, type SelectedCandidate } from '#catalog';
import { type Attempt, type AttemptedRequest, type RouteCandidate } from './attempt.js';
import { type AttemptControls } from './attempt-controls.js';

/** A `retry-after` up to this is waited for before the request fails. */
const MAX_PAUSE_SECONDS = 2;

/** Serves the request with one attempt, up to the last byte. */
export type ServeAttempt<One extends RouteCandidate> = (attempt: Attempt<One>) => Promise<void>;

export function noChannel(): GatewayError {
  return new GatewayError('no-channel', 'No channel is available for this request.');
}

/** Whether another channel may succeed. An unsupported parameter may be supported elsewhere. */
export function canOtherChannelSucceed(error: GatewayError): boolean {
  return error.retryable || error.kind === 'unsupported-parameter';
}

/** Serves an attempt, first waiting for a free slot if its channel limits concurrency. */
export async function serveInSlot<One extends RouteCandidate>(
  attempt: Attempt<One>,
  {
    request,
    controls,
    selector,
    serve,
  }: {
    request: AttemptedRequest;
    controls: AttemptControls;
    selector: CandidateSelector<One>;
    serve: ServeAttempt<One>;
  },
): Promise<void> {
  const { id, maxConcurrency } = attempt.candidate.target.channel;
  if (maxConcurrency === undefined) return serve(attempt);
  const release = await controls.slots.acquire(id, maxConcurrency, {
    tokenId: request.admitted.token.id,
    signal: toAbortSignal(attempt.signal),
    isImpatient: selector.hasAlternative,
  });
  try {
    await serve(attempt);
  } finally {
    release();
  }
}

/** If no candidate is left, retries the last one after the pause that its upstream requested. */
export async function pauseAndRetry<One extends RouteCandidate>(
  candidate: One,
  { kind, retryAfterSeconds }: GatewayError,
  { selector, request }: { selector: CandidateSelector<One>; request: AttemptedRequest },
): Promise<SelectedCandidate<One> | undefined> {
  const isShort = retryAfterSeconds !== undefined && retryAfterSeconds <= MAX_PAUSE_SECONDS;
  // An exhausted quota does not recover within seconds.
  if (!isShort || kind === 'upstream-quota') return undefined;
  const selected = selector.retry(candidate);
  if (selected === undefined) return undefined;
  const signal = toAbortSignal(request.client.signal);
  await sleep(retryAfterSeconds * 1000, undefined, { signal }).catch(() => undefined);
  if (!signal.aborted) return selected;
  selected.use.abandoned();
  return undefined;
}
