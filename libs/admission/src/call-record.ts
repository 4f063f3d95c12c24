import { type ClientFacts } from '#access';
import { type ErrorKind, type UpstreamReport, type Usage } from '#canonical';
import { type RequestTrace } from '#telemetry';

/** Bytes are forwarded, the format is translated, or the response is derived from responses to other requests. */
export type PlanKind = 'passthrough' | 'translate' | 'derive';

export interface AttemptRecord {
  channel: string;
  upstreamModel: string;
  plan: PlanKind;
  /** Why this channel was tried: it was the first choice, or the reason for another attempt. */
  reason: 'first' | 'failover' | 'fallback' | 'retry' | 'hedge';
  /** Absent while the attempt is running. */
  outcome?: 'ok' | 'called-off' | ErrorKind;
  upstreamStatus?: number;
  /** Time from the start of the request. */
  startedAfterMs: number;
  /** Time from the start of the attempt; absent if there was no response, or another attempt was faster. */
  firstByteMs?: number;
  durationMs: number;
  /** What the upstream reported about a failure. It is stored, but never logged. */
  report?: UpstreamReport;
}

/**
 * The facts about a request for its log line. Contains no prompt, no response content and no secret. No member is optional,
 * so that a surface that does not set one does not compile.
 */
export interface CallRecord {
  /** The operation and the wire format; absent if the request was refused before they were known. */
  operation: string | undefined;
  format: string | undefined;
  /** The session of an agent, if the client sends one. */
  sessionId: string | undefined;
  model: string | undefined;
  isStreamed: boolean | undefined;
  attempts: AttemptRecord[];
  firstByteMs: number | undefined;
  /** Parameters that the translation could not represent, or that a policy has changed. */
  warnings: readonly string[] | undefined;
  usage: Usage | undefined;
  /** Whether the upstream reported no usage. */
  isEstimated: boolean | undefined;
  /** Undefined if the price is unknown. */
  costMicroUsd: number | undefined;
  cache: 'hit' | 'miss' | undefined;
  /** The categories that moderation found, if the request was not rejected for them. */
  flagged: readonly string[] | undefined;
  outcome: 'ok' | ErrorKind | undefined;
  /** The error code that was sent to the client, in OpenAI's vocabulary. */
  errorCode: string | undefined;
  /** Absent if no client is connected. */
  client: ClientFacts | undefined;
  /** Present if tracing is enabled. */
  trace: RequestTrace | undefined;
}

/** Contains all fields, because V8 accesses objects with the same shape faster. */
export function newRecord(): CallRecord {
  return {
    operation: undefined,
    format: undefined,
    sessionId: undefined,
    model: undefined,
    isStreamed: undefined,
    attempts: [],
    firstByteMs: undefined,
    warnings: undefined,
    usage: undefined,
    isEstimated: undefined,
    costMicroUsd: undefined,
    cache: undefined,
    flagged: undefined,
    outcome: undefined,
    errorCode: undefined,
    client: undefined,
    trace: undefined,
  };
}

/**
 * The successful attempt, otherwise the last failed one. Attempts that were cancelled for a faster one do not count.
 */
export function findDecidingAttempt({ attempts }: Pick<CallRecord, 'attempts'>): AttemptRecord | undefined {
  return (
    attempts.find(({ outcome }) => outcome === 'ok') ??
    attempts.findLast(({ outcome }) => outcome !== 'called-off')
  );
}
