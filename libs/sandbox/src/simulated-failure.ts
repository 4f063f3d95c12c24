import { type ErrorKind, GatewayError } from '#canonical';

const KINDS: Record<number, ErrorKind> = {
  401: 'unknown-token',
  403: 'model-not-allowed',
  404: 'model-not-found',
  408: 'request-timeout',
  413: 'body-too-large',
  415: 'unsupported-media-type',
  429: 'rate-limited',
  503: 'upstream-overloaded',
  504: 'upstream-timeout',
  529: 'upstream-overloaded',
};

/** An error with exactly this status, in the words that a client hears for it in earnest. */
export function simulatedFailure(status: number, retryAfterSeconds: number | undefined): GatewayError {
  const kind = KINDS[status] ?? (status < 500 ? 'invalid-request' : 'upstream-error');
  return new GatewayError(kind, `The sandbox was asked to fail with status ${status}.`, {
    status,
    retryAfterSeconds,
  });
}
