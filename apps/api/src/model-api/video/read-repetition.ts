import { type IncomingHttpHeaders } from 'node:http';
import { readIdempotencyKey } from '#idempotency';
import { type Acceptance } from '#video-tasks';

/** What a client says about whether it has asked before. */
export function readRepetition(
  headers: IncomingHttpHeaders,
): Pick<Acceptance, 'idempotencyKey' | 'retryCount'> {
  const idempotencyKey = readIdempotencyKey(headers);
  const { 'x-stainless-retry-count': retryCount } = headers;
  return {
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    ...(typeof retryCount === 'string' && /^\d{1,3}$/.test(retryCount)
      ? { retryCount: Number(retryCount) }
      : {}),
  };
}
