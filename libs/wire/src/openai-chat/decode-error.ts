import { type ErrorDetails, type ErrorKind, GatewayError } from '#canonical';
import { scrubMessage } from '../errors/scrub-message.js';
import { type UpstreamFailure } from '../wire-format.js';

interface ErrorObject {
  message?: unknown;
  type?: unknown;
  param?: unknown;
  code?: unknown;
}

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

export function decodeChatError({ status, retryAfter, body, secrets }: UpstreamFailure): GatewayError {
  const error = readErrorObject(body);
  const details: ErrorDetails = { upstreamStatus: status, retryAfterSeconds: parseRetryAfter(retryAfter) };
  const kind = kindOfFailure(status, error);
  if (kind === 'upstream-model-unavailable') details.param = 'model';
  if (kind !== 'upstream-rejected') return new GatewayError(kind, PUBLIC_MESSAGES[kind], details);
  const code = typeof error.code === 'string' && SHARED_CODES.has(error.code) ? error.code : undefined;
  const param = isParameterPath(error.param, secrets) ? error.param : undefined;
  return new GatewayError(kind, describeErrorObject(error, secrets), { ...details, code, param });
}

/** The upstream's own words, fit for the client. */
export function describeErrorObject(error: unknown, secrets: readonly string[]): string {
  const message = typeof error === 'object' && error !== null ? (error as ErrorObject).message : error;
  const scrubbed = typeof message === 'string' ? scrubMessage(message, secrets) : '';
  return scrubbed === '' ? 'The model service reported an error without a message.' : scrubbed;
}

type FailureKind = Extract<ErrorKind, `upstream-${string}`>;

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

function kindOfFailure(status: number, error: ErrorObject): FailureKind {
  if (status === 402 || says(error, 'insufficient_quota')) return 'upstream-quota';
  if (status === 401 || status === 403) return 'upstream-auth';
  if (status === 404) return 'upstream-model-unavailable';
  if (status === 413) return 'upstream-too-large';
  if (status === 429 || status === 529 || says(error, 'server_is_overloaded')) return 'upstream-overloaded';
  if (status === 408 || status === 504) return 'upstream-timeout';
  if (status >= 400 && status < 500) return 'upstream-rejected';
  if (status >= 500) return 'upstream-error';
  return 'upstream-bad-response';
}

/** Services put the word that matters in either of the two. */
function says({ code, type }: ErrorObject, word: string): boolean {
  return code === word || type === word;
}

function isParameterPath(param: unknown, secrets: readonly string[]): param is string {
  return (
    typeof param === 'string' &&
    /^[\w.[\]-]{1,200}$/.test(param) &&
    !secrets.some((secret) => param.includes(secret))
  );
}

function readErrorObject(body: Uint8Array): ErrorObject {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(body).toString('utf8'));
    const holder: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
    const error = (holder as { error?: unknown; message?: unknown } | null)?.error ?? holder;
    if (typeof error === 'string') return { message: error };
    return typeof error === 'object' && error !== null ? error : {};
  } catch {
    return {};
  }
}

function parseRetryAfter(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const seconds = /^\d+(\.\d+)?$/.test(value.trim())
    ? Number(value)
    : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}
