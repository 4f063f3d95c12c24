/**
 * Everything that can go wrong, as a closed vocabulary. What a kind is called in each wire format,
 * and with which status, is the formats' business; here it is only said who is at fault and whether
 * another channel might do better.
 */
const ERROR_KINDS = {
  'missing-credential': { source: 'client', retryable: false },
  'unknown-token': { source: 'client', retryable: false },
  'expired-token': { source: 'client', retryable: false },
  'disabled-token': { source: 'client', retryable: false },
  'address-not-allowed': { source: 'client', retryable: false },
  forbidden: { source: 'client', retryable: false },
  'invalid-credentials': { source: 'client', retryable: false },
  'model-not-found': { source: 'client', retryable: false },
  'model-not-allowed': { source: 'client', retryable: false },
  'missing-parameter': { source: 'client', retryable: false },
  'invalid-type': { source: 'client', retryable: false },
  'invalid-value': { source: 'client', retryable: false },
  'resource-not-found': { source: 'client', retryable: false },
  'unsupported-parameter': { source: 'client', retryable: false },
  'unsupported-capability': { source: 'client', retryable: false },
  'invalid-json': { source: 'client', retryable: false },
  'invalid-request': { source: 'client', retryable: false },
  'body-too-large': { source: 'client', retryable: false },
  'headers-too-large': { source: 'client', retryable: false },
  'unsupported-media-type': { source: 'client', retryable: false },
  'request-timeout': { source: 'client', retryable: false },
  'method-not-allowed': { source: 'client', retryable: false },
  'unknown-path': { source: 'client', retryable: false },
  'host-not-served': { source: 'client', retryable: false },
  'budget-exhausted': { source: 'client', retryable: false },
  'spend-limit-reached': { source: 'client', retryable: false },
  'storage-quota-reached': { source: 'client', retryable: false },
  'content-policy': { source: 'client', retryable: false },
  'key-reused': { source: 'client', retryable: false },
  'key-in-flight': { source: 'client', retryable: false },
  'not-replayable': { source: 'client', retryable: false },
  'wrong-state': { source: 'client', retryable: false },
  'rate-limited': { source: 'client', retryable: false },
  'concurrency-exceeded': { source: 'client', retryable: false },
  'request-over-limit': { source: 'client', retryable: false },
  'client-gone': { source: 'client', retryable: false },
  'no-channel': { source: 'gateway', retryable: false },
  overloaded: { source: 'gateway', retryable: true },
  'store-unavailable': { source: 'gateway', retryable: false },
  'shutting-down': { source: 'gateway', retryable: false },
  'internal-error': { source: 'gateway', retryable: false },
  'upstream-rejected': { source: 'upstream', retryable: false },
  'upstream-too-large': { source: 'upstream', retryable: false },
  'upstream-auth': { source: 'upstream', retryable: true },
  'upstream-model-unavailable': { source: 'upstream', retryable: true },
  'upstream-quota': { source: 'upstream', retryable: true },
  'upstream-overloaded': { source: 'upstream', retryable: true },
  'upstream-error': { source: 'upstream', retryable: true },
  'upstream-bad-response': { source: 'upstream', retryable: true },
  'upstream-unreachable': { source: 'upstream', retryable: true },
  'upstream-timeout': { source: 'upstream', retryable: true },
} as const satisfies Record<string, { source: ErrorSource; retryable: boolean }>;

export type ErrorSource = 'client' | 'gateway' | 'upstream';
export type ErrorKind = keyof typeof ERROR_KINDS;

export interface ErrorDetails {
  /** The parameter at fault, in the OpenAI grammar: `messages[2].content[0].text`. */
  param?: string;
  /** A finer code than the kind's own, in the OpenAI vocabulary. */
  code?: string;
  retryAfterSeconds?: number;
  /** An exact HTTP status, where the one that goes with the kind will not do. */
  status?: number;
  /** What the upstream answered. */
  upstreamStatus?: number;
  /** In the upstream's own words, for clients that speak as it does. */
  said?: UpstreamWords;
  /** False where it is not to be tried elsewhere though its kind would be: it may have been paid for already. */
  retryable?: false;
  cause?: unknown;
}

/** What an upstream called a failure. Nothing in it is secret. */
export interface UpstreamWords {
  dialect: 'openai' | 'anthropic' | 'google';
  type?: string;
  code?: string;
  details?: unknown;
  /** Of its answer, those that clients act upon. */
  headers?: Readonly<Record<string, string>>;
}

/** Messages and parameters quote what was sent, which may be megabytes: no more of it goes back or into a log. */
const MAX_MESSAGE_LENGTH = 2000;
const MAX_PARAM_LENGTH = 300;

export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly source: ErrorSource;
  /** Whether another channel may be tried. Decided at birth, so that nobody decides it differently later. */
  readonly retryable: boolean;
  readonly param?: string;
  readonly code?: string;
  readonly retryAfterSeconds?: number;
  readonly status?: number;
  readonly upstreamStatus?: number;
  readonly said?: UpstreamWords;

  constructor(
    readonly kind: ErrorKind,
    message: string,
    details: ErrorDetails = {},
  ) {
    super(
      shorten(message, MAX_MESSAGE_LENGTH),
      details.cause === undefined ? undefined : { cause: details.cause },
    );
    this.source = ERROR_KINDS[kind].source;
    this.retryable = details.retryable ?? ERROR_KINDS[kind].retryable;
    this.param = details.param === undefined ? undefined : shorten(details.param, MAX_PARAM_LENGTH);
    this.code = details.code;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.status = details.status;
    this.upstreamStatus = details.upstreamStatus;
    this.said = details.said;
  }

  /** Any thrown value as a GatewayError: what is not one already is a bug of ours, and says nothing to the client. */
  static from(thrown: unknown): GatewayError {
    if (thrown instanceof GatewayError) return thrown;
    return new GatewayError('internal-error', 'The gateway failed to handle this request.', {
      cause: thrown,
    });
  }
}

function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}
