import { type ErrorKind, GatewayError } from '#canonical';
import { type LimitCheck, type LimitName } from './limit-check.js';
import { type RateLimitState } from './rate-limit-state.js';
import { type RefusalFacts } from './refusal-memory.js';

/**
 * The longest Retry-After that client libraries respect. The actual wait for a limit per minute can be one slot of the
 * window (2 s) longer.
 */
const MAX_MINUTE_SECONDS = 60;

const UNITS: Record<LimitName, string> = {
  rpm: 'requests per minute',
  tpm: 'tokens per minute',
  requestsPerDay: 'requests per day',
  concurrency: 'concurrent requests',
  sockets: 'concurrent WebSocket connections',
};

/** A request was refused because of a limit. Contains the state of the limits for the headers. */
export class LimitRefusal extends GatewayError {
  constructor(
    kind: ErrorKind,
    message: string,
    /** The exhausted limit. */
    readonly limit: LimitName,
    readonly state: RateLimitState,
    retryAfterSeconds?: number,
  ) {
    super(kind, message, { retryAfterSeconds });
  }

  /** The limit is exhausted for now. */
  static forNow({ check, waitMs, state }: RefusalFacts): LimitRefusal {
    const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
    if (check.span === 'running') {
      const message = `Concurrency limit reached: ${describeLimit(check)}. Try again when one of them has finished.`;
      return withoutStack(
        () => new LimitRefusal('concurrency-exceeded', message, check.name, state, seconds),
      );
    }
    const isDaily = check.name === 'requestsPerDay';
    const timeout = isDaily ? seconds : Math.min(seconds, MAX_MINUTE_SECONDS);
    const advice = isDaily ? 'at midnight UTC' : `in ${timeout} s`;
    const message = `Rate limit reached: ${describeLimit(check)}. Try again ${advice}.`;
    return withoutStack(() => new LimitRefusal('rate-limited', message, check.name, state, timeout));
  }

  /** The request exceeds the whole limit, so a retry cannot succeed. */
  static forGood(check: LimitCheck): LimitRefusal {
    const message = `This request may use about ${check.cost} tokens, which exceeds the limit of ${describeLimit(check)}. Shorten the input or request fewer output tokens.`;
    return new LimitRefusal('request-over-limit', message, check.name, {});
  }
}

function describeLimit({ subjectId, name, limit }: LimitCheck): string {
  const unit = limit === 1 ? UNITS[name].replace(/s\b/, '') : UNITS[name];
  return `${limit} ${unit} for ${describeSubject(subjectId)}`;
}

function describeSubject(subjectId: string): string {
  if (subjectId.startsWith('owner:')) return 'all tokens of this owner combined';
  return subjectId.startsWith('reads:') ? 'reading stored responses with this token' : 'this token';
}

/** Creates an error without a stack trace, which is not needed and is the main cost of a refusal. */
function withoutStack<Result>(create: () => Result): Result {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return create();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
