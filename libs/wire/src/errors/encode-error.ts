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

export function encodeError(error: GatewayError, dialect: Dialect, requestId: string): EncodedError {
  const condition = CONDITIONS[error.kind];
  const status = error.status ?? usualStatus(condition, dialect);
  return {
    status,
    headers: errorHeaders(error, status),
    body: errorBody(error, condition, dialect, requestId),
  };
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
      const details = errorCode === undefined ? {} : { details: { error_code: errorCode } };
      return {
        type: 'error',
        error: { type, message: anthropicMessage(error), ...details },
        request_id: requestId,
      };
    }
    case 'google':
      return { error: googleError(error, condition) };
  }
}

function openAiError(error: GatewayError, { openai: { type, code } }: Condition): object {
  return { message: error.message, type, param: error.param ?? null, code: error.code ?? code };
}

/** This dialect has no field for the parameter: the message begins with its path, indexes with dots. */
function anthropicMessage(error: GatewayError): string {
  if (error.param === undefined) return error.message;
  return `${error.param.replaceAll(/\[(\d+)\]/g, '.$1')}: ${error.message}`;
}

function googleError(error: GatewayError, condition: Condition): object {
  const { status, reason } = condition.google;
  const details: object[] = [];
  if (reason !== undefined) {
    details.push({ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'modelgate' });
  }
  const { kind, retryAfterSeconds = Number.POSITIVE_INFINITY } = error;
  if (kind === 'rate-limited' && retryAfterSeconds <= MAX_RETRY_AFTER_SECONDS) {
    const retryDelay = `${promisedSeconds(retryAfterSeconds)}s`;
    details.push({ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay });
  }
  if (error.param !== undefined) {
    const fieldViolations = [{ field: error.param, description: error.message }];
    details.push({ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations });
  }
  return {
    code: error.status ?? usualStatus(condition, 'google'),
    message: error.message,
    status,
    ...(details.length > 0 ? { details } : {}),
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
  const waitSeconds = error.retryAfterSeconds ?? defaultRetryAfter(error);
  // A limit of ours that lasts longer than anybody should sleep: its end is in the headers about limits.
  const isOwnLongWait =
    error.source === 'client' && waitSeconds !== undefined && waitSeconds > MAX_RETRY_AFTER_SECONDS;
  if (POINTLESS_TO_RETRY.has(error.kind) || isOwnLongWait || mayBePaidTwice(error))
    headers['x-should-retry'] = 'false';
  else if (waitSeconds !== undefined) headers['retry-after'] = String(promisedSeconds(waitSeconds));
  return headers;
}

/** A library would have all of it made, and paid for, once more. */
function mayBePaidTwice({ kind, retryable }: GatewayError): boolean {
  return kind === 'upstream-timeout' && !retryable;
}

function promisedSeconds(waitSeconds: number): number {
  return Math.min(Math.max(Math.ceil(waitSeconds), 1), MAX_RETRY_AFTER_SECONDS);
}

function defaultRetryAfter(error: GatewayError): number | undefined {
  if (error.kind === 'no-channel') return 5;
  if (error.kind === 'shutting-down' || error.kind === 'key-in-flight') return 2;
  if (error.kind === 'concurrency-exceeded' || error.kind === 'overloaded') return 1;
  return undefined;
}
