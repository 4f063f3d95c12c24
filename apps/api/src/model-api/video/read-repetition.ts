import { type IncomingHttpHeaders } from 'node:http';
import { GatewayError } from '#canonical';
import { type Acceptance } from '#video-tasks';

const KEY = /^[\x20-\x7e]{1,255}$/;

/** What a client says about whether it has asked before. */
export function readRepetition(
  headers: IncomingHttpHeaders,
): Pick<Acceptance, 'idempotencyKey' | 'retryCount'> {
  const { 'idempotency-key': idempotencyKey, 'x-stainless-retry-count': retryCount } = headers;
  if (idempotencyKey !== undefined && !(typeof idempotencyKey === 'string' && KEY.test(idempotencyKey))) {
    throw new GatewayError(
      'invalid-value',
      'The header Idempotency-Key must have 1 to 255 characters of printable ASCII.',
      { code: 'invalid_idempotency_key' },
    );
  }
  return {
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    ...(typeof retryCount === 'string' && /^\d{1,3}$/.test(retryCount)
      ? { retryCount: Number(retryCount) }
      : {}),
  };
}
