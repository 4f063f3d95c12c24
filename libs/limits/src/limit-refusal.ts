import { type ErrorKind, GatewayError } from '#canonical';
import { type LimitCheck, type LimitName } from './limit-check.js';
import { type RateLimitState } from './rate-limit-state.js';
import { type KnownRefusal } from './refusal-memory.js';

/** The longest wait that client libraries keep; a minute's limit needs no longer one, but for the slot it counts by. */
const MAX_MINUTE_SECONDS = 60;

const UNITS: Record<LimitName, string> = {
  rpm: 'requests per minute',
  tpm: 'tokens per minute',
  requestsPerDay: 'requests per day',
  concurrency: 'requests at the same time',
  sockets: 'WebSockets at the same time',
};

/** No, because of a limit; says how the limits stand, for the headers. */
export class LimitRefusal extends GatewayError {
  constructor(
    kind: ErrorKind,
    message: string,
    /** Which limit is in the way. */
    readonly limit: LimitName,
    readonly state: RateLimitState,
    retryAfterSeconds?: number,
  ) {
    super(kind, message, { retryAfterSeconds });
  }

  /** The limit is used up for now. */
  static forNow({ check, waitMs, state }: KnownRefusal): LimitRefusal {
    const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
    if (check.span === 'running') {
      const message = `Concurrency limit reached: ${allowance(check)}. Try again when one of them has ended.`;
      return withoutStack(
        () => new LimitRefusal('concurrency-exceeded', message, check.name, state, seconds),
      );
    }
    const isDaily = check.name === 'requestsPerDay';
    const timeout = isDaily ? seconds : Math.min(seconds, MAX_MINUTE_SECONDS);
    const advice = isDaily ? 'at midnight UTC' : `in ${timeout} s`;
    const message = `Rate limit reached: ${allowance(check)}. Try again ${advice}.`;
    return withoutStack(() => new LimitRefusal('rate-limited', message, check.name, state, timeout));
  }

  /** The request is larger than the limit will ever be. */
  static forGood(check: LimitCheck): LimitRefusal {
    const message = `This request may need about ${check.cost} tokens, more than fit in a whole minute: ${allowance(check)}. Send less text, or ask for fewer tokens.`;
    return new LimitRefusal('request-over-limit', message, check.name, {});
  }
}

function allowance({ subjectId, name, limit }: LimitCheck): string {
  const unit = limit === 1 ? UNITS[name].replace('s ', ' ') : UNITS[name];
  return `${limit} ${unit} for ${describeSubject(subjectId)}`;
}

function describeSubject(subjectId: string): string {
  if (subjectId.startsWith('owner:')) return 'all tokens of this owner together';
  return subjectId.startsWith('reads:') ? 'reading stored responses with this token' : 'this token';
}

/** Nobody looks for the line of code that kept a limit, and finding it is most of what a refusal would cost. */
function withoutStack<Made>(make: () => Made): Made {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return make();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
