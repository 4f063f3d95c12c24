/**
 * Every kind of error. This table says which side caused it and whether another channel may succeed. The wire formats
 * define how a kind is named and which status it has.
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
  'upstream-interrupted': { source: 'upstream', retryable: true },
  'upstream-timeout': { source: 'upstream', retryable: true },
} as const satisfies Record<string, { source: ErrorSource; retryable: boolean }>;

export type ErrorSource = 'client' | 'gateway' | 'upstream';
export type ErrorKind = keyof typeof ERROR_KINDS;

export interface ErrorDetails {
  /** The parameter at fault, in the OpenAI grammar: `messages[2].content[0].text`. */
  param?: string;
  /** A more specific code than that of the kind, in the OpenAI vocabulary. */
  code?: string;
  retryAfterSeconds?: number;
  /** Replaces the HTTP status of the kind. */
  status?: number;
  /** The HTTP status of the upstream's response. */
  upstreamStatus?: number;
  /** The upstream's own error fields, for clients that use the same format. */
  said?: UpstreamWords;
  /** What the upstream reported, for the operator. */
  report?: UpstreamReport;
  /** False prevents a retry that the kind would allow, because the failed call may already have been charged. */
  retryable?: false;
  cause?: unknown;
}

/** An error as the upstream named it. It contains no secrets. */
export interface UpstreamWords {
  dialect: 'openai' | 'anthropic' | 'google';
  type?: string;
  code?: string;
  details?: unknown;
  /** The headers of the upstream's response that clients act upon. */
  headers?: Readonly<Record<string, string>>;
}

/**
 * What an upstream reported about a failed call, without the keys and addresses of the channel. It may name the
 * operator's account there, so it is shown to the operator and never sent to clients.
 */
export interface UpstreamReport {
  message?: string;
  type?: string;
  code?: string;
  /** The id by which the upstream's support finds the call. */
  requestId?: string;
}

/** In characters. Messages and parameters quote the request, which may be megabytes long. */
const MAX_MESSAGE_LENGTH = 2000;
const MAX_PARAM_LENGTH = 300;

export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly source: ErrorSource;
  /** Another channel may be tried. */
  readonly retryable: boolean;
  readonly param?: string;
  readonly code?: string;
  readonly retryAfterSeconds?: number;
  readonly status?: number;
  readonly upstreamStatus?: number;
  readonly said?: UpstreamWords;
  readonly report?: UpstreamReport;

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
    this.report = details.report;
  }

  /**
   * Converts any thrown value to a GatewayError. A value that is not one already is a bug of the gateway, and the
   * client receives no details.
   */
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
