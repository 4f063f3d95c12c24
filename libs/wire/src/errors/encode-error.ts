import { type ErrorKind, type GatewayError } from '#canonical';
import { CONDITIONS, type Condition } from './conditions.js';
import { type Dialect } from './dialect.js';

export interface EncodedError {
  status: number;
  headers: Record<string, string>;
  body: object;
}

/** Clients sleep for what they are told, some of them for hours; nothing longer than this is worth a promise. */
const MAX_RETRY_AFTER_SECONDS = 60;
/** Statuses that clients try again: each of ours says when, or that it is pointless. 529 is Anthropic's overload. */
const TRIED_AGAIN: ReadonlySet<number> = new Set([429, 503, 529]);
const DAY_SECONDS = 86_400;
const TOO_LONG = 'context_length_exceeded';
/** The words by which agents of each vendor know that they have to make a conversation shorter. */
const ANTHROPIC_TOO_LONG = { pattern: /^prompt is too long/, start: 'prompt is too long' };
const GOOGLE_TOO_LONG = {
  pattern: /exceeds the maximum number of tokens/,
  start: 'The input token count exceeds the maximum number of tokens allowed',
};

export function encodeError(error: GatewayError, dialect: Dialect, requestId: string): EncodedError {
  const condition = getCondition(error);
  const status = error.status ?? upstreamsOwnStatus(error, dialect) ?? usualStatus(condition, dialect);
  return {
    status,
    headers: { ...errorHeaders(error, status), ...findWords(error, dialect)?.headers },
    body: errorBody(error, condition, dialect, requestId),
  };
}

/** A limit that the upstream's account has reached is told as a limit of ours would be. */
function getCondition({ kind, upstreamStatus }: GatewayError): Condition {
  return CONDITIONS[kind === 'upstream-overloaded' && upstreamStatus === 429 ? 'rate-limited' : kind];
}

/** Overload has a status of its own at Anthropic; clients of Google would not try that one again. */
function upstreamsOwnStatus({ kind, upstreamStatus }: GatewayError, dialect: Dialect): number | undefined {
  return kind === 'upstream-overloaded' && upstreamStatus === 529 && dialect !== 'google' ? 529 : undefined;
}

/** The upstream's own words, where the client knows them. */
function findWords({ said }: GatewayError, dialect: Dialect): GatewayError['said'] {
  return said?.dialect === dialect ? said : undefined;
}

function usualStatus({ status, anthropic, google }: Condition, dialect: Dialect): number {
  if (dialect === 'anthropic') return anthropic.status ?? status;
  return dialect === 'google' ? (google.httpStatus ?? status) : status;
}

function errorBody(error: GatewayError, condition: Condition, dialect: Dialect, requestId: string): object {
  switch (dialect) {
    case 'openai':
      return { error: openAiError(error, condition) };
    case 'cohere':
      // Its own clients read the message; those of Jina, at the same address, read the object.
      return { message: error.message, error: openAiError(error, condition) };
    case 'anthropic': {
      const { type, errorCode } = condition.anthropic;
      const said = findWords(error, dialect);
      const details = said?.details ?? (errorCode === undefined ? undefined : { error_code: errorCode });
      return {
        type: 'error',
        error: {
          type: said?.type ?? type,
          message: anthropicMessage(error),
          ...(details === undefined ? {} : { details }),
        },
        request_id: requestId,
      };
    }
    case 'google':
      return { error: googleError(error, condition) };
  }
}

function openAiError(error: GatewayError, { openai: { type, code } }: Condition): object {
  const said = findWords(error, 'openai');
  return {
    message: error.message,
    type: said?.type ?? type,
    param: error.param ?? null,
    code: error.code ?? said?.code ?? code,
  };
}

/** This dialect has no field for the parameter: the message begins with its path, indexes with dots. */
function anthropicMessage(error: GatewayError): string {
  if (error.code === TOO_LONG) return saying(ANTHROPIC_TOO_LONG, error.message);
  if (error.param === undefined) return error.message;
  return `${error.param.replaceAll(/\[(\d+)\]/g, '.$1')}: ${error.message}`;
}

function saying({ pattern, start }: { pattern: RegExp; start: string }, message: string): string {
  return pattern.test(message) ? message : `${start}: ${message}`;
}

function googleError(error: GatewayError, condition: Condition): object {
  const { status, reason } = condition.google;
  const details: object[] = [];
  if (reason !== undefined) {
    details.push({ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'modelgate' });
  }
  const { retryAfterSeconds = Number.POSITIVE_INFINITY } = error;
  if (condition === CONDITIONS['rate-limited'] && retryAfterSeconds <= MAX_RETRY_AFTER_SECONDS) {
    const retryDelay = `${promisedSeconds(retryAfterSeconds)}s`;
    details.push({ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay });
  }
  if (error.param !== undefined) {
    const fieldViolations = [{ field: error.param, description: error.message }];
    details.push({ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations });
  }
  const said = findWords(error, 'google');
  const all = Array.isArray(said?.details) ? said.details : details;
  return {
    code: error.status ?? usualStatus(condition, 'google'),
    message: error.code === TOO_LONG ? saying(GOOGLE_TOO_LONG, error.message) : error.message,
    status: said?.type ?? status,
    ...(all.length > 0 ? { details: all } : {}),
  };
}

/** Client libraries try these statuses again by themselves; here that would change nothing. */
const POINTLESS_TO_RETRY: ReadonlySet<ErrorKind> = new Set([
  'budget-exhausted',
  'spend-limit-reached',
  'storage-quota-reached',
  'wrong-state',
  'not-replayable',
]);

function errorHeaders(error: GatewayError, status: number): Record<string, string> {
  const headers: Record<string, string> = {};
  if (status === 401) headers['www-authenticate'] = 'Bearer';
  const waitSeconds = error.retryAfterSeconds ?? defaultRetryAfter(error, status);
  // A limit of ours that lasts longer than anybody should sleep: its end is in the headers about limits.
  const isOwnLongWait =
    error.source === 'client' && waitSeconds !== undefined && waitSeconds > MAX_RETRY_AFTER_SECONDS;
  if (POINTLESS_TO_RETRY.has(error.kind) || isOwnLongWait || mayBePaidTwice(error))
    headers['x-should-retry'] = 'false';
  else if (waitSeconds !== undefined) {
    // How long the upstream's own limit lasts is not ours to shorten.
    const isUpstreamLimit = error.upstreamStatus === 429;
    headers['retry-after'] = String(promisedSeconds(waitSeconds, isUpstreamLimit ? DAY_SECONDS : undefined));
  }
  return headers;
}

/** A library would have all of it made, and paid for, once more. */
function mayBePaidTwice({ kind, retryable }: GatewayError): boolean {
  return kind === 'upstream-timeout' && !retryable;
}

function promisedSeconds(waitSeconds: number, maxSeconds = MAX_RETRY_AFTER_SECONDS): number {
  return Math.min(Math.max(Math.ceil(waitSeconds), 1), maxSeconds);
}

/** An upstream that has answered knows better how long its own limit lasts: nothing is invented for it. */
function defaultRetryAfter({ kind, upstreamStatus }: GatewayError, status: number): number | undefined {
  if (kind === 'no-channel') return 5;
  if (kind === 'shutting-down' || kind === 'key-in-flight') return 2;
  return TRIED_AGAIN.has(status) && upstreamStatus === undefined ? 1 : undefined;
}
