import { type ErrorDetails, GatewayError } from '#canonical';
import { type UpstreamFailure } from '../wire-format.js';
import { type FailureKind, findAwsKind, readAwsName } from './aws-errors.js';
import { scrubMessage } from './scrub-message.js';
import { type UpstreamErrorObject, parseErrorBody, readErrorObject } from './upstream-error-object.js';
import { buildReport, readUpstreamReport } from './upstream-report.js';
import { readUpstreamFields } from './upstream-error-fields.js';

/** Codes that clients act upon. All other codes are specific to the upstream. */
const SHARED_CODES = new Set([
  'context_length_exceeded',
  'content_policy_violation',
  'invalid_value',
  'invalid_type',
  'missing_required_parameter',
  'unsupported_parameter',
  'unsupported_value',
  'invalid_image_url',
]);

const PUBLIC_MESSAGES: Record<Exclude<FailureKind, 'upstream-rejected'>, string> = {
  'upstream-too-large': 'The request is larger than the provider accepts.',
  'upstream-auth':
    'The provider rejected the credentials of this gateway. The operator of the gateway must replace them.',
  'upstream-model-unavailable': 'This model is not available to the provider account of this gateway.',
  'upstream-quota': 'The provider account of this gateway has run out of credit.',
  'upstream-overloaded': 'The provider is overloaded. Try again in a moment.',
  'upstream-error': 'The provider failed to process the request.',
  'upstream-bad-response': 'The provider returned a response that could not be parsed.',
  'upstream-unreachable': 'The provider cannot be reached.',
  'upstream-interrupted': 'The provider ended its response before it was complete.',
  'upstream-timeout': 'The provider did not respond in time.',
};

const QUOTA_NAMES = ['insufficient_quota', 'billing_error'];

const OVERLOAD_NAMES = [
  'server_is_overloaded',
  'overloaded_error',
  'rate_limit_error',
  'rate_limit_exceeded',
  'RESOURCE_EXHAUSTED',
  'UNAVAILABLE',
];

/** Google returns 400 for an invalid key, Anthropic 400 for an account without credit. */
const KEY_NAMES = ['API_KEY_INVALID', 'API_KEY_EXPIRED'];

const NO_CREDIT = /credit balance is too low/i;

/** How services say that a conversation is too long. Agents react to this error by shortening it. */
const LONG_PROMPT =
  /(?:prompt|input|message) is too long|exceeds? the (?:maximum number of tokens|context window|available context|model's context)|maximum (?:context|prompt) length|exceed context limit|context[ _]length[ _]exceeded|too many (?:input )?tokens|reduce the length of the messages/i;
const TOO_LONG = 'context_length_exceeded';
const TOO_LONG_STATUSES: ReadonlySet<number> = new Set([400, 413, 422, 500]);
/** In characters. Messages about it are not longer. */
const MAX_SEARCHED_LENGTH = 2_000;
/** The messages of these errors concern the operator's account, or are not meant for clients at all. */
const NOT_FOR_CLIENTS: ReadonlySet<FailureKind> = new Set([
  'upstream-auth',
  'upstream-quota',
  'upstream-model-unavailable',
  'upstream-bad-response',
]);

/** Classifies an error response of any upstream, and selects what the client may see of it. */
export function decodeUpstreamError(failure: UpstreamFailure): GatewayError {
  const { status, retryAfter, body, secrets } = failure;
  const json = parseErrorBody(body);
  const error = readErrorObject(json, readAwsName(failure.headers, json));
  const kind = findAwsKind(error) ?? getFailureKind(status, error);
  const details: ErrorDetails = {
    upstreamStatus: status,
    retryAfterSeconds: parseRetryAfter(retryAfter) ?? parseRetryAfter(error.retryDelay),
    report: readUpstreamReport(failure, json, error),
  };
  if (kind === 'upstream-model-unavailable') details.param = 'model';
  if (NOT_FOR_CLIENTS.has(kind)) return new GatewayError(kind, getPublicMessage(kind), details);
  details.said = readUpstreamFields(failure, json);
  if (kind !== 'upstream-rejected') {
    return new GatewayError(
      kind,
      scrubMessage(error.message ?? '', secrets) || getPublicMessage(kind),
      details,
    );
  }
  const param = isParameterPath(error.param, secrets) ? error.param : undefined;
  if (isAboutThread(error)) details.status = status;
  return new GatewayError(kind, describeError(error, secrets), {
    ...details,
    code: getSharedCode(error),
    param,
  });
}

/** An error event inside a stream with a 2xx status. */
export function decodeStreamedError(reported: unknown, secrets: readonly string[]): GatewayError {
  const error = readErrorObject(reported);
  const message = describeError(error, secrets);
  const report = buildReport(error, secrets);
  const awsKind = findAwsKind(error);
  if (awsKind !== undefined && awsKind !== 'upstream-rejected') {
    return new GatewayError(awsKind, message, { report });
  }
  if (awsKind !== undefined || getSharedCode(error) === TOO_LONG) {
    return new GatewayError('upstream-rejected', message, { code: getSharedCode(error), report });
  }
  const kind = hasName(error, OVERLOAD_NAMES) ? 'upstream-overloaded' : 'upstream-error';
  return new GatewayError(kind, message, { report });
}

/** The upstream's message without secrets and addresses. */
export function describeUpstreamError(error: unknown, secrets: readonly string[]): string {
  return describeError(readErrorObject(error), secrets);
}

function describeError({ message = '' }: UpstreamErrorObject, secrets: readonly string[]): string {
  const scrubbed = scrubMessage(message, secrets);
  return scrubbed === '' ? 'The provider returned an error without a message.' : scrubbed;
}

function getPublicMessage(kind: FailureKind): string {
  return kind === 'upstream-rejected' ? '' : PUBLIC_MESSAGES[kind];
}

function getFailureKind(status: number, error: UpstreamErrorObject): FailureKind {
  if (status === 402 || hasName(error, QUOTA_NAMES)) return 'upstream-quota';
  if (status === 400 && NO_CREDIT.test(error.message ?? '')) return 'upstream-quota';
  if (status === 401 || status === 403 || hasName(error, KEY_NAMES)) return 'upstream-auth';
  if (status < 500 && isAboutThread(error)) return 'upstream-rejected';
  if (status === 404) return 'upstream-model-unavailable';
  if (TOO_LONG_STATUSES.has(status) && getSharedCode(error) === TOO_LONG) return 'upstream-rejected';
  if (status === 413) return 'upstream-too-large';
  if (status === 429 || status === 529 || hasName(error, OVERLOAD_NAMES)) return 'upstream-overloaded';
  if (status === 503 && isPlainMessage(error)) return 'upstream-overloaded';
  if (status === 408 || status === 504) return 'upstream-timeout';
  if (status >= 400 && status < 500) return 'upstream-rejected';
  if (status >= 500) return 'upstream-error';
  return 'upstream-bad-response';
}

/** Cohere and servers written in Python have no error names, so only the status shows the kind of error. */
function isPlainMessage({ message, names }: UpstreamErrorObject): boolean {
  return message !== undefined && names.size === 0;
}

/**
 * Anthropic stores some conversations itself. Its client starts a new one when it receives an error about a lost
 * thread.
 */
function isAboutThread({ names }: UpstreamErrorObject): boolean {
  return [...names].some((word) => word.startsWith('thread_'));
}

function hasName({ names }: UpstreamErrorObject, expected: readonly string[]): boolean {
  return expected.some((name) => names.has(name));
}

function getSharedCode({ code, message = '' }: UpstreamErrorObject): string | undefined {
  if (code !== undefined && SHARED_CODES.has(code)) return code;
  return LONG_PROMPT.test(message.slice(0, MAX_SEARCHED_LENGTH)) ? TOO_LONG : undefined;
}

function isParameterPath(param: string | undefined, secrets: readonly string[]): param is string {
  return (
    param !== undefined &&
    /^[\w.[\]-]{1,200}$/.test(param) &&
    !secrets.some((secret) => param.includes(secret))
  );
}

/** The seconds of a `retry-after` header, which is a number or a date, or of a duration such as `3.5s`. */
function parseRetryAfter(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const duration = /^(\d+(?:\.\d+)?)s?$/.exec(value.trim())?.[1];
  const seconds = duration === undefined ? (Date.parse(value) - Date.now()) / 1000 : Number(duration);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}
