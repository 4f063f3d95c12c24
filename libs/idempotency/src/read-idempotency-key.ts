import { GatewayError } from '#canonical';

const KEY = /^[\x20-\x7e]{1,255}$/;

/** The idempotency key of a request, if it has one. */
export function readIdempotencyKey(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): string | undefined {
  const { 'idempotency-key': key } = headers;
  if (key === undefined) return undefined;
  if (typeof key === 'string' && KEY.test(key)) return key;
  throw new GatewayError(
    'invalid-value',
    'The Idempotency-Key header must have 1 to 255 printable ASCII characters.',
    { code: 'invalid_idempotency_key' },
  );
}
