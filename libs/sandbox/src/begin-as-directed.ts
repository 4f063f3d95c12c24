import { type ErrorKind, GatewayError } from '#canonical';
import { type Directives } from './directives.js';
import { pause } from './send.js';

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

/** What directives say about the time before the first byte: a delay, and perhaps a failure in its place. */
export async function beginAsDirected(
  { status, retryAfterSeconds, delayMs }: Directives,
  signal: AbortSignal,
): Promise<void> {
  await pause(delayMs, signal);
  if (status !== undefined) throw simulatedFailure(status, retryAfterSeconds);
}

/** An error with exactly this status, in the words that a real one would have. */
function simulatedFailure(status: number, retryAfterSeconds: number | undefined): GatewayError {
  const kind = KINDS[status] ?? (status < 500 ? 'invalid-request' : 'upstream-error');
  return new GatewayError(kind, `The sandbox was asked to fail with status ${status}.`, {
    status,
    retryAfterSeconds,
  });
}
