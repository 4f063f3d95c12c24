import { type JsonObject, GatewayError } from '#canonical';
import { decodeUpstreamError } from '../errors/decode-upstream-error.js';
import { scrubMessage } from '../errors/scrub-message.js';
import { readErrorObject } from '../errors/upstream-error-object.js';
import { isJsonObject } from '../validation/json-values.js';

/** What the words of an error would be as the status of an answer; what is not listed is a failure of the service. */
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

/** Both spellings are those of Azure. */
const NO_SUCH_MODEL = new Set([
  'model_not_found',
  'invalid_model',
  'model_not_supported',
  'unsupported_model',
  'DeploymentNotFound',
  'OperationNotSupported',
  'OpperationNotSupported',
]);
const MAX_READ_CHARACTERS = 2000;
// bounded: 2,000 characters, which is far more than services say.
const NOT_FOR_REALTIME =
  /\bmodel\b.{0,200}\b(?:not supported|unsupported|does not (?:exist|support)|not found|not available|cannot be used|not a)\b|\bnot support\b.{0,200}\brealtime\b/is;

/** An error by which an upstream ends a session, or a response in it. */
export function decodeRealtimeError(error: unknown, secrets: readonly string[]): GatewayError {
  const { words } = readErrorObject(error);
  const statuses = [...words].map((word) => STATUSES[word]).filter((status) => status !== undefined);
  const body = Buffer.from(JSON.stringify({ error: error ?? null }));
  const decoded = decodeUpstreamError({ status: Math.max(...statuses, 0) || FAILED, body, secrets });
  const { kind, message, param, code } = decoded;
  return new GatewayError(kind, message, { param, code });
}

/** Whether an upstream refuses a session because its model is none for that. */
export function isNotForRealtime(error: unknown): boolean {
  const { words, param, message = '' } = readErrorObject(error);
  return (
    param === 'model' ||
    [...words].some((word) => NO_SUCH_MODEL.has(word)) ||
    NOT_FOR_REALTIME.test(message.slice(0, MAX_READ_CHARACTERS))
  );
}

/** An error event as the client may see it; the very same one where it gives nothing away. */
export function scrubErrorEvent(event: JsonObject, secrets: readonly string[]): JsonObject {
  const { error } = event;
  if (!isJsonObject(error) || typeof error['message'] !== 'string') return event;
  const message = scrubMessage(error['message'], secrets);
  return message === error['message'] ? event : { ...event, error: { ...error, message } };
}

/** Why an upstream has closed, as the client may see it. */
export function scrubCloseReason(reason: string, secrets: readonly string[]): string {
  return scrubMessage(reason, secrets);
}
