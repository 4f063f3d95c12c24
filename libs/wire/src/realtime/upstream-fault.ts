import { GatewayError, isJsonObject, type JsonObject } from '#canonical';
import { decodeUpstreamError } from '../errors/decode-upstream-error.js';
import { scrubMessage } from '../errors/scrub-message.js';
import { readErrorObject } from '../errors/upstream-error-object.js';

/** The equivalent HTTP status of an error's names; all others count as an error of the service. */
const STATUSES: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  invalid_api_key: 401,
  permission_error: 403,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  insufficient_quota: 429,
};
const FAILED = 500;

/** Both spellings occur at Azure. */
const NO_SUCH_MODEL = new Set([
  'model_not_found',
  'invalid_model',
  'model_not_supported',
  'unsupported_model',
  'DeploymentNotFound',
  'OperationNotSupported',
  'OpperationNotSupported',
]);
const MAX_SEARCHED_LENGTH = 2000;
// bounded: 2,000 characters, which is more than services send.
const NOT_FOR_REALTIME =
  /\bmodel\b.{0,200}\b(?:not supported|unsupported|does not (?:exist|support)|not found|not available|cannot be used|not a)\b|\bnot support\b.{0,200}\brealtime\b/is;

/** Decodes an error with which an upstream ends a session or a response. */
export function decodeRealtimeError(error: unknown, secrets: readonly string[]): GatewayError {
  const { names } = readErrorObject(error);
  const statuses = [...names].map((word) => STATUSES[word]).filter((status) => status !== undefined);
  const body = Buffer.from(JSON.stringify({ error: error ?? null }));
  const decoded = decodeUpstreamError({ status: Math.max(...statuses, 0) || FAILED, body, secrets });
  const { kind, message, param, code, report } = decoded;
  return new GatewayError(kind, message, { param, code, report });
}

/** The upstream refused the session because its model does not support realtime. */
export function isNotForRealtime(error: unknown): boolean {
  const { names, param, message = '' } = readErrorObject(error);
  return (
    param === 'model' ||
    [...names].some((word) => NO_SUCH_MODEL.has(word)) ||
    NOT_FOR_REALTIME.test(message.slice(0, MAX_SEARCHED_LENGTH))
  );
}

/** Removes secrets from an error event. Returns the same event if it has none. */
export function scrubErrorEvent(event: JsonObject, secrets: readonly string[]): JsonObject {
  const { error } = event;
  if (!isJsonObject(error) || typeof error['message'] !== 'string') return event;
  const message = scrubMessage(error['message'], secrets);
  return message === error['message'] ? event : { ...event, error: { ...error, message } };
}

/** Removes secrets from the upstream's close reason. */
export function scrubCloseReason(reason: string, secrets: readonly string[]): string {
  return scrubMessage(reason, secrets);
}
