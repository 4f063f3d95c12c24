import { setTimeout as sleep } from 'node:timers/promises';
import { type Token } from '#access';
import { GatewayError, type Usage, toAbortSignal } from '#canonical';
import { type ChannelUse, type Route, type Step } from '#catalog';
import { ReceivedAnswer } from '../billing/received-answer.js';
import { type ClientSide } from '../client-side.js';
import { type AttemptRecord, type RelayRecord } from '../relay-record.js';
import { type AttemptControls } from './attempt-controls.js';
import { type RouteCandidate } from './route-candidate.js';

/** One way that is being tried: its own end of the client's connection, and what is learnt on it. */
export interface Attempt<One extends RouteCandidate = RouteCandidate> {
  readonly candidate: One;
  readonly client: ClientSide;
  /** Makes this the attempt that answers. Throws where another one has been faster. */
  claim(): void;
  /** Of the channel, with the key whose turn it is. */
  readonly use: ChannelUse;
  readonly record: AttemptRecord;
  readonly startedAt: number;
  /** Which attempt at the request this is, from 1. */
  readonly ordinal: number;
  /** Parameters that this way loses. */
  warnings: readonly string[];
  usage: Usage | undefined;
  /** What has come of the answer so far, for an estimate where the upstream never says what it used. */
  readonly received: ReceivedAnswer;
}

/** A wait that an upstream asks for, and that is short enough for a client not to notice. */
const MAX_PAUSE_SECONDS = 2;

export interface AttemptedCall {
  token: Token;
  client: ClientSide;
  record: RelayRecord;
  startedAt: number;
  /** Kept at the attempt that has spoken to the client, or else was begun last. */
  lead: { attempt?: Attempt };
  /** When a second channel is raced, where no first byte has come by then. */
  hedgeMs?: number;
}

export type Serve<One extends RouteCandidate> = (attempt: Attempt<One>) => Promise<void>;

export function noChannel(): GatewayError {
  return new GatewayError('no-channel', 'No channel is left to try.');
}

/** Begins an attempt, and its record. */
export function openAttempt<One extends RouteCandidate>(
  { candidate, use, reason }: Step<One>,
  { record, startedAt: requestedAt }: Pick<AttemptedCall, 'record' | 'startedAt'>,
  client: ClientSide & { claim(): void },
): Attempt<One> {
  const startedAt = performance.now();
  const { channel, upstreamModel } = candidate.target;
  const attempt: Attempt['record'] = {
    channel: channel.name,
    upstreamModel,
    plan: candidate.kind,
    reason,
    startedAfterMs: startedAt - requestedAt,
    durationMs: 0,
  };
  return {
    candidate,
    client,
    claim: () => client.claim(),
    use,
    record: attempt,
    ordinal: record.attempts.push(attempt),
    startedAt,
    warnings: [],
    usage: undefined,
    received: new ReceivedAnswer(),
  };
}

/** Runs an attempt to its end, and tells its channel how it went. Never rejects: gives the error. */
export async function follow(
  attempt: Attempt,
  client: { readonly isCalledOff: boolean },
  serve: () => Promise<void>,
): Promise<GatewayError | undefined> {
  const { record, use } = attempt;
  try {
    await serve();
    record.outcome = 'ok';
    use.finished();
    return undefined;
  } catch (thrown) {
    const error = GatewayError.from(thrown);
    record.outcome = client.isCalledOff ? 'called-off' : error.kind;
    record.upstreamStatus = error.upstreamStatus;
    if (client.isCalledOff) use.abandoned();
    else use.failed(error);
    return error;
  } finally {
    record.durationMs = performance.now() - attempt.startedAt;
  }
}

/** Notes that the answer of this attempt begins. */
export function noteFirstByte(attempt: Attempt, { record, startedAt, lead }: AttemptedCall): void {
  const now = performance.now();
  lead.attempt = attempt;
  record.firstByteMs = now - startedAt;
  attempt.record.firstByteMs = now - attempt.startedAt;
  record.warnings = attempt.warnings;
  attempt.use.answered(now - attempt.startedAt);
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
    signal: toAbortSignal(attempt.client.signal),
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

/** What one upstream cannot express, another may. */
export function mayBeThisChannel(error: GatewayError): boolean {
  return error.retryable || error.kind === 'unsupported-parameter';
}
