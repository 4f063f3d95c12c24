import { type ErrorDetails, GatewayError } from '#canonical';
import { type UpstreamFailure } from '../wire-format.js';
import { type FailureKind, findAwsKind, readAwsName } from './aws-errors.js';
import { scrubMessage } from './scrub-message.js';
import { type UpstreamErrorObject, parseErrorBody, readErrorObject } from './upstream-error-object.js';
import { readUpstreamWords } from './upstream-words.js';

/** Codes that clients act upon; others are the upstream's own and mean nothing to them. */
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
  'upstream-too-large': 'The request is larger than the model service accepts.',
  'upstream-auth':
    'The model service refused the credentials of this gateway; its operator has to renew them.',
  'upstream-model-unavailable': 'The model service does not offer this model to the account of this gateway.',
  'upstream-quota': 'The account of this gateway at the model service is out of credit.',
  'upstream-overloaded': 'The model service is overloaded; please try again shortly.',
  'upstream-error': 'The model service failed to answer.',
  'upstream-bad-response': 'The model service sent an answer that cannot be read.',
  'upstream-unreachable': 'The model service cannot be reached.',
  'upstream-timeout': 'The model service did not answer in time.',
};

const QUOTA_WORDS = ['insufficient_quota', 'billing_error'];

const OVERLOAD_WORDS = [
  'server_is_overloaded',
  'overloaded_error',
  'rate_limit_error',
  'rate_limit_exceeded',
  'RESOURCE_EXHAUSTED',
  'UNAVAILABLE',
];

/** A bad key is a 400 at Google, and used up credit is one at Anthropic. */
const KEY_WORDS = ['API_KEY_INVALID', 'API_KEY_EXPIRED'];

const EMPTY_BUDGET_ACCOUNT = /credit balance is too low/i;

/** What services say of a conversation that does not fit: agents make it shorter then, and go on. */
const LONG_PROMPT =
  /(?:prompt|input|message) is too long|exceeds? the (?:maximum number of tokens|context window|available context|model's context)|maximum (?:context|prompt) length|exceed context limit|context[ _]length[ _]exceeded|too many (?:input )?tokens|reduce the length of the messages/i;
const TOO_LONG = 'context_length_exceeded';
const TOO_LONG_STATUSES: ReadonlySet<number> = new Set([400, 413, 422, 500]);
/** No sentence about it is longer. */
const MAX_READ_LENGTH = 2_000;
/** Here the upstream's words are about the operator's account, or about no answer at all: nothing for clients. */
const NOT_FOR_CLIENTS: ReadonlySet<FailureKind> = new Set([
  'upstream-auth',
  'upstream-quota',
  'upstream-model-unavailable',
  'upstream-bad-response',
]);

/** A failed answer of any upstream: who is at fault, and what of it the client may see. */
export function decodeUpstreamError(failure: UpstreamFailure): GatewayError {
  const { status, retryAfter, body, secrets } = failure;
  const json = parseErrorBody(body);
  const error = readErrorObject(json, readAwsName(failure.headers, json));
  const kind = findAwsKind(error) ?? getFailureKind(status, error);
  const details: ErrorDetails = {
    upstreamStatus: status,
    retryAfterSeconds: parseRetryAfter(retryAfter) ?? parseRetryAfter(error.retryDelay),
  };
  if (kind === 'upstream-model-unavailable') details.param = 'model';
  if (NOT_FOR_CLIENTS.has(kind)) return new GatewayError(kind, getPublicMessage(kind), details);
  details.said = readUpstreamWords(failure, json);
  if (kind !== 'upstream-rejected') {
    return new GatewayError(
      kind,
      scrubMessage(error.message ?? '', secrets) || getPublicMessage(kind),
      details,
    );
  }
  const param = isParameterPath(error.param, secrets) ? error.param : undefined;
  if (isAboutThread(error)) details.status = status;
  return new GatewayError(kind, describe(error, secrets), { ...details, code: sharedCode(error), param });
}

/** An error that was reported inside a stream whose status had promised an answer. */
export function decodeStreamedError(reported: unknown, secrets: readonly string[]): GatewayError {
  const error = readErrorObject(reported);
  const message = describe(error, secrets);
  const awsKind = findAwsKind(error);
  if (awsKind !== undefined && awsKind !== 'upstream-rejected') return new GatewayError(awsKind, message);
  if (awsKind !== undefined || sharedCode(error) === TOO_LONG) {
    return new GatewayError('upstream-rejected', message, { code: sharedCode(error) });
  }
  const kind = says(error, OVERLOAD_WORDS) ? 'upstream-overloaded' : 'upstream-error';
  return new GatewayError(kind, message);
}

/** The upstream's own words, fit for the client. */
export function describeUpstreamError(error: unknown, secrets: readonly string[]): string {
  return describe(readErrorObject(error), secrets);
}

function describe({ message = '' }: UpstreamErrorObject, secrets: readonly string[]): string {
  const scrubbed = scrubMessage(message, secrets);
  return scrubbed === '' ? 'The model service reported an error without a message.' : scrubbed;
}

function getPublicMessage(kind: FailureKind): string {
  return kind === 'upstream-rejected' ? '' : PUBLIC_MESSAGES[kind];
}

function getFailureKind(status: number, error: UpstreamErrorObject): FailureKind {
  if (status === 402 || says(error, QUOTA_WORDS)) return 'upstream-quota';
  if (status === 400 && EMPTY_BUDGET_ACCOUNT.test(error.message ?? '')) return 'upstream-quota';
  if (status === 401 || status === 403 || says(error, KEY_WORDS)) return 'upstream-auth';
  if (status < 500 && isAboutThread(error)) return 'upstream-rejected';
  if (status === 404) return 'upstream-model-unavailable';
  if (TOO_LONG_STATUSES.has(status) && sharedCode(error) === TOO_LONG) return 'upstream-rejected';
  if (status === 413) return 'upstream-too-large';
  if (status === 429 || status === 529 || says(error, OVERLOAD_WORDS)) return 'upstream-overloaded';
  if (status === 503 && isPlainMessage(error)) return 'upstream-overloaded';
  if (status === 408 || status === 504) return 'upstream-timeout';
  if (status >= 400 && status < 500) return 'upstream-rejected';
  if (status >= 500) return 'upstream-error';
  return 'upstream-bad-response';
}

/** Cohere, and servers written in Python, have no words for conditions: what the status says is all that there is. */
function isPlainMessage({ message, words }: UpstreamErrorObject): boolean {
  return message !== undefined && words.size === 0;
}

/** Anthropic keeps some conversations itself, and its client starts one anew when it hears that one is lost. */
function isAboutThread({ words }: UpstreamErrorObject): boolean {
  return [...words].some((word) => word.startsWith('thread_'));
}

function says({ words }: UpstreamErrorObject, wanted: readonly string[]): boolean {
  return wanted.some((word) => words.has(word));
}

function sharedCode({ code, message = '' }: UpstreamErrorObject): string | undefined {
  if (code !== undefined && SHARED_CODES.has(code)) return code;
  return LONG_PROMPT.test(message.slice(0, MAX_READ_LENGTH)) ? TOO_LONG : undefined;
}

function isParameterPath(param: string | undefined, secrets: readonly string[]): param is string {
  return (
    param !== undefined &&
    /^[\w.[\]-]{1,200}$/.test(param) &&
    !secrets.some((secret) => param.includes(secret))
  );
}

/** The seconds that a `retry-after` header asks for, given as a number or a date; or a duration such as `3.5s`. */
function parseRetryAfter(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const duration = /^(\d+(?:\.\d+)?)s?$/.exec(value.trim())?.[1];
  const seconds = duration === undefined ? (Date.parse(value) - Date.now()) / 1000 : Number(duration);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}
