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

/** Applies the directives for the time before the first byte: the delay, then a simulated failure. */
export async function applyStartDirectives(
  { status, retryAfterSeconds, delayMs }: Directives,
  signal: AbortSignal,
): Promise<void> {
  await pause(delayMs, signal);
  if (status !== undefined) throw buildSimulatedError(status, retryAfterSeconds);
}

/** An error with exactly this status, with the message that a real upstream would send. */
function buildSimulatedError(status: number, retryAfterSeconds: number | undefined): GatewayError {
  const kind = KINDS[status] ?? (status < 500 ? 'invalid-request' : 'upstream-error');
  const message = `The sandbox fails with status ${status} because of a directive.`;
  return new GatewayError(kind, message, { status, retryAfterSeconds, report: { message } });
}
