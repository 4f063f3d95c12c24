import { type ErrorKind, type Usage } from '#canonical';
import { type RequestTrace } from '#telemetry';

/** Bytes that go through, a translation, or an answer that is made from answers to other questions. */
export type PlanKind = 'passthrough' | 'translate' | 'derive';

export interface AttemptRecord {
  channel: string;
  upstreamModel: string;
  plan: PlanKind;
  /** Why this channel, and why now: the first choice, or what made it the next. */
  reason: 'first' | 'failover' | 'fallback' | 'retry' | 'hedge';
  /** Absent while it is under way. */
  outcome?: 'ok' | 'called-off' | ErrorKind;
  upstreamStatus?: number;
  /** Since the request began. */
  startedAfterMs: number;
  /** Since it began; absent where no answer came, or another one was faster. */
  firstByteMs?: number;
  durationMs: number;
}

/** What is remembered of a request, for its one log line. Never a prompt, an answer or a secret. */
export interface RelayRecord {
  /** What was asked for, and in which format; absent where the request was refused before that was known. */
  operation?: string;
  format?: string;
  /** Which session of an agent it belongs to, where the client says so. */
  sessionId?: string;
  model?: string;
  isStreamed?: boolean;
  attempts: AttemptRecord[];
  firstByteMs?: number;
  /** Parameters that were lost in translation, or changed by a policy. */
  warnings?: readonly string[];
  usage?: Usage;
  /** Whether the upstream never said what it used. */
  isEstimated?: boolean;
  /** Undefined where nobody knows the price. */
  costMicroUsd?: number;
  cache?: 'hit' | 'miss';
  /** What a moderator found in the request, where that is only noted. */
  flagged?: readonly string[];
  outcome?: 'ok' | ErrorKind;
  /** Where traces are wanted. */
  trace?: RequestTrace;
}

/** With every field that it may have one day: objects of one shape are quicker to read and to fill. */
export function newRecord(): RelayRecord {
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
    trace: undefined,
  };
}

/** The one that has answered, or else was given up last; never one that another has outrun. */
export function getTellingAttempt({ attempts }: Pick<RelayRecord, 'attempts'>): AttemptRecord | undefined {
  return (
    attempts.find(({ outcome }) => outcome === 'ok') ??
    attempts.findLast(({ outcome }) => outcome !== 'called-off')
  );
}
