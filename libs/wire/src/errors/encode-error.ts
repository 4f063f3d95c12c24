import { type ErrorKind, type GatewayError } from '#canonical';
import { CONDITIONS, type Condition } from './conditions.js';
import { type Dialect } from './dialect.js';

export interface EncodedError {
  status: number;
  headers: Record<string, string>;
  body: object;
}

/** Clients wait as long as `retry-after` says, some for hours, so longer waits are not sent. */
const MAX_RETRY_AFTER_SECONDS = 60;
/**
 * Client libraries retry these statuses, so each response says when, or that a retry is pointless. 529 is Anthropic's
 * overload.
 */
const RETRIED_STATUSES: ReadonlySet<number> = new Set([429, 503, 529]);
const DAY_SECONDS = 86_400;
const TOO_LONG = 'context_length_exceeded';
/** Agents of each vendor recognize by this text that they must shorten the conversation. */
const ANTHROPIC_TOO_LONG = { pattern: /^prompt is too long/, start: 'prompt is too long' };
const GOOGLE_TOO_LONG = {
  pattern: /exceeds the maximum number of tokens/,
  start: 'The input token count exceeds the maximum number of tokens allowed',
};

export function encodeError(error: GatewayError, dialect: Dialect, requestId: string): EncodedError {
  const condition = getCondition(error);
  const status = error.status ?? getUpstreamStatus(error, dialect) ?? getDefaultStatus(condition, dialect);
  return {
    status,
    headers: { ...buildHeaders(error, status), ...findUpstreamFields(error, dialect)?.headers },
    body: buildBody(error, condition, dialect, requestId),
  };
}

/** The code of an error in the OpenAI vocabulary. */
export function getErrorCode(error: GatewayError): string {
  return error.code ?? findUpstreamFields(error, 'openai')?.code ?? getCondition(error).openai.code;
}

/** A rate limit of the upstream's account is reported like a limit of the gateway. */
function getCondition({ kind, upstreamStatus }: GatewayError): Condition {
  return CONDITIONS[kind === 'upstream-overloaded' && upstreamStatus === 429 ? 'rate-limited' : kind];
}

/** Anthropic has a status of its own for overload. Google's clients would not retry it. */
function getUpstreamStatus({ kind, upstreamStatus }: GatewayError, dialect: Dialect): number | undefined {
  return kind === 'upstream-overloaded' && upstreamStatus === 529 && dialect !== 'google' ? 529 : undefined;
}

/** The upstream's own error fields, if the client uses the same dialect. */
function findUpstreamFields({ said }: GatewayError, dialect: Dialect): GatewayError['said'] {
  return said?.dialect === dialect ? said : undefined;
}

function getDefaultStatus({ status, anthropic, google }: Condition, dialect: Dialect): number {
  if (dialect === 'anthropic') return anthropic.status ?? status;
  return dialect === 'google' ? (google.httpStatus ?? status) : status;
}

function buildBody(error: GatewayError, condition: Condition, dialect: Dialect, requestId: string): object {
  switch (dialect) {
    case 'openai':
      return { error: buildOpenAiError(error, condition) };
    case 'cohere':
      // Its own clients read the message; those of Jina, at the same address, read the object.
      return { message: error.message, error: buildOpenAiError(error, condition) };
    case 'anthropic': {
      const { type, errorCode } = condition.anthropic;
      const upstream = findUpstreamFields(error, dialect);
      const details = upstream?.details ?? (errorCode === undefined ? undefined : { error_code: errorCode });
      return {
        type: 'error',
        error: {
          type: upstream?.type ?? type,
          message: buildAnthropicMessage(error),
          ...(details === undefined ? {} : { details }),
        },
        request_id: requestId,
      };
    }
    case 'google':
      return { error: buildGoogleError(error, condition) };
  }
}

function buildOpenAiError(error: GatewayError, { openai: { type } }: Condition): object {
  const upstream = findUpstreamFields(error, 'openai');
  return {
    message: error.message,
    type: upstream?.type ?? type,
    param: error.param ?? null,
    code: getErrorCode(error),
  };
}

/** This dialect has no field for the parameter, so the message begins with its path, with `.` before indexes. */
function buildAnthropicMessage(error: GatewayError): string {
  if (error.code === TOO_LONG) return ensureStart(ANTHROPIC_TOO_LONG, error.message);
  if (error.param === undefined) return error.message;
  return `${error.param.replaceAll(/\[(\d+)\]/g, '.$1')}: ${error.message}`;
}

function ensureStart({ pattern, start }: { pattern: RegExp; start: string }, message: string): string {
  return pattern.test(message) ? message : `${start}: ${message}`;
}

function buildGoogleError(error: GatewayError, condition: Condition): object {
  const { status, reason } = condition.google;
  const details: object[] = [];
  if (reason !== undefined) {
    details.push({ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'modelgate' });
  }
  const { retryAfterSeconds = Number.POSITIVE_INFINITY } = error;
  if (condition === CONDITIONS['rate-limited'] && retryAfterSeconds <= MAX_RETRY_AFTER_SECONDS) {
    const retryDelay = `${toRetryAfter(retryAfterSeconds)}s`;
    details.push({ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay });
  }
  if (error.param !== undefined) {
    const fieldViolations = [{ field: error.param, description: error.message }];
    details.push({ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations });
  }
  const upstream = findUpstreamFields(error, 'google');
  const all = Array.isArray(upstream?.details) ? upstream.details : details;
  return {
    code: error.status ?? getDefaultStatus(condition, 'google'),
    message: error.code === TOO_LONG ? ensureStart(GOOGLE_TOO_LONG, error.message) : error.message,
    status: upstream?.type ?? status,
    ...(all.length > 0 ? { details: all } : {}),
  };
}

/** Client libraries would retry the statuses of these errors, but the result would not change. */
const NOT_RETRYABLE: ReadonlySet<ErrorKind> = new Set([
  'budget-exhausted',
  'spend-limit-reached',
  'storage-quota-reached',
  'wrong-state',
  'not-replayable',
]);

function buildHeaders(error: GatewayError, status: number): Record<string, string> {
  const headers: Record<string, string> = {};
  if (status === 401) headers['www-authenticate'] = 'Bearer';
  const waitSeconds = error.retryAfterSeconds ?? getDefaultRetryAfter(error, status);
  // A limit of the gateway with a longer wait. The rate limit headers say when it ends.
  const isOwnLongWait =
    error.source === 'client' && waitSeconds !== undefined && waitSeconds > MAX_RETRY_AFTER_SECONDS;
  if (NOT_RETRYABLE.has(error.kind) || isOwnLongWait || mayBeChargedTwice(error))
    headers['x-should-retry'] = 'false';
  else if (waitSeconds !== undefined) {
    // The wait of an upstream's own limit is not shortened.
    const isUpstreamLimit = error.upstreamStatus === 429;
    headers['retry-after'] = String(toRetryAfter(waitSeconds, isUpstreamLimit ? DAY_SECONDS : undefined));
  }
  return headers;
}

/** A retry would generate the whole response again, and may be charged again. */
function mayBeChargedTwice({ kind, retryable }: GatewayError): boolean {
  return kind === 'upstream-timeout' && !retryable;
}

function toRetryAfter(waitSeconds: number, maxSeconds = MAX_RETRY_AFTER_SECONDS): number {
  return Math.min(Math.max(Math.ceil(waitSeconds), 1), maxSeconds);
}

/** If the upstream responded without `retry-after`, no wait is invented for it. */
function getDefaultRetryAfter({ kind, upstreamStatus }: GatewayError, status: number): number | undefined {
  if (kind === 'no-channel') return 5;
  if (kind === 'shutting-down' || kind === 'key-in-flight') return 2;
  return RETRIED_STATUSES.has(status) && upstreamStatus === undefined ? 1 : undefined;
}
