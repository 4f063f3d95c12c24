import { expect } from '@jest/globals';
import { statusSeenBy } from './clients.js';
import { type Dialect } from './row.js';
import { type ObservedCall } from './wire-tap.js';

/** The form of an error in each dialect. */
interface Refusal {
  openai: { status: number; type: string; code: string };
  anthropic: { status: number; type: string; errorCode?: string };
  google: { status: number; name: string; details?: unknown };
}

const INVALID = 'invalid_request_error';

const RETRY_INFO: unknown = expect.arrayContaining([
  {
    '@type': 'type.googleapis.com/google.rpc.RetryInfo',
    retryDelay: expect.stringMatching(/^([1-9]|[1-5]\d|60)s$/),
  },
]);

const badRequest = (code: string): Refusal => ({
  openai: { status: 400, type: INVALID, code },
  anthropic: { status: 400, type: INVALID },
  google: { status: 400, name: 'INVALID_ARGUMENT' },
});

const conflict = (status: number, code: string, name: string): Refusal => ({
  openai: { status, type: INVALID, code },
  anthropic: { status, type: 'conflict_error' },
  google: { status, name },
});

const REFUSALS = {
  'model not allowed': {
    openai: { status: 403, type: 'permission_error', code: 'model_not_allowed' },
    anthropic: { status: 403, type: 'permission_error', errorCode: 'model_not_allowed' },
    google: { status: 403, name: 'PERMISSION_DENIED' },
  },
  'price unknown': {
    openai: { status: 403, type: 'permission_error', code: 'model_price_unknown' },
    anthropic: { status: 403, type: 'permission_error', errorCode: 'model_not_allowed' },
    google: { status: 403, name: 'PERMISSION_DENIED' },
  },
  'rate limit': {
    openai: { status: 429, type: 'rate_limit_error', code: 'rate_limit_exceeded' },
    anthropic: { status: 429, type: 'rate_limit_error' },
    google: { status: 429, name: 'RESOURCE_EXHAUSTED', details: RETRY_INFO },
  },
  'rate limit of a day': {
    openai: { status: 429, type: 'rate_limit_error', code: 'rate_limit_exceeded' },
    anthropic: { status: 429, type: 'rate_limit_error' },
    google: { status: 429, name: 'RESOURCE_EXHAUSTED' },
  },
  concurrency: {
    openai: { status: 429, type: 'rate_limit_error', code: 'concurrency_limit_exceeded' },
    anthropic: { status: 429, type: 'rate_limit_error', errorCode: 'concurrency_limit_exceeded' },
    google: { status: 429, name: 'RESOURCE_EXHAUSTED' },
  },
  'budget for good': {
    openai: { status: 429, type: 'insufficient_quota', code: 'insufficient_quota' },
    anthropic: { status: 402, type: 'billing_error' },
    google: { status: 402, name: 'RESOURCE_EXHAUSTED' },
  },
  'budget of a period': {
    openai: { status: 429, type: 'insufficient_quota', code: 'spend_limit_reached' },
    anthropic: { status: 429, type: 'rate_limit_error', errorCode: 'enforced_spend_limit_reached' },
    google: { status: 429, name: 'RESOURCE_EXHAUSTED' },
  },
  'upstream timeout': {
    openai: { status: 504, type: 'server_error', code: 'upstream_timeout' },
    anthropic: { status: 504, type: 'timeout_error' },
    google: { status: 504, name: 'DEADLINE_EXCEEDED' },
  },
  'no such value': badRequest('invalid_value'),
  'too much': badRequest('invalid_value'),
  'content policy': badRequest('content_policy_violation'),
  'other body': conflict(422, 'idempotency_key_reused', 'ALREADY_EXISTS'),
  'not replayable': conflict(409, 'idempotency_stream_not_replayable', 'ABORTED'),
} as const satisfies Record<string, Refusal>;

interface ExpectedRefusal {
  dialect: Dialect;
  /** The parameter that is named; undefined for none. */
  param?: string;
}

/** The error on the wire, and the status that the official client reports. */
export function refusalIn({ received, error }: ObservedCall): object {
  return {
    status: received.status,
    seenStatus: statusSeenBy(error),
    contentType: received.headers.get('content-type')?.split(';')[0],
    body: JSON.parse(received.bytes.toString('utf8')) as unknown,
  };
}

/** The expected error in the dialect of the client. */
export function refusal(kind: keyof typeof REFUSALS, { dialect, param }: ExpectedRefusal): object {
  const { status, body } = SAYINGS[dialect](REFUSALS[kind], param);
  return { status, seenStatus: status, contentType: 'application/json', body };
}

interface WireError {
  status: number;
  body: object;
}

const WORDS: unknown = expect.stringMatching(/\w+ \w+/);

const SAYINGS: Record<Dialect, (refusal: Refusal, param: string | undefined) => WireError> = {
  openai: ({ openai: { status, type, code } }, param) => ({
    status,
    body: { error: { message: WORDS, type, code, param: param ?? null } },
  }),
  rerank: ({ openai: { status, type, code } }, param) => ({
    status,
    body: { message: WORDS, error: { message: WORDS, type, code, param: param ?? null } },
  }),
  anthropic: ({ anthropic: { status, type, errorCode } }, param) => ({
    status,
    body: {
      type: 'error',
      request_id: expect.any(String),
      error: {
        type,
        // This dialect has no field for the parameter, so its message begins with it.
        message: param === undefined ? WORDS : expect.stringMatching(`^${param}: `),
        ...(errorCode === undefined ? {} : { details: { error_code: errorCode } }),
      },
    },
  }),
  google: ({ google: { status, name, details } }, param) => ({
    status,
    body: { error: { code: status, status: name, message: WORDS, ...googleDetails(param, details) } },
  }),
};

function googleDetails(param: string | undefined, details: unknown): object {
  if (param !== undefined) return { details: expect.arrayContaining([toViolation(param)]) };
  return details === undefined ? {} : { details };
}

function toViolation(param: string): unknown {
  return expect.objectContaining({
    '@type': 'type.googleapis.com/google.rpc.BadRequest',
    fieldViolations: [{ field: param, description: WORDS }],
  });
}
