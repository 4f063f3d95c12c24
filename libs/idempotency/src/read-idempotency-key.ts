import { GatewayError } from '#canonical';

const KEY = /^[\x20-\x7e]{1,255}$/;

/** The client's own word for this request, where it has one. */
export function readIdempotencyKey(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): string | undefined {
  const { 'idempotency-key': key } = headers;
  if (key === undefined) return undefined;
  if (typeof key === 'string' && KEY.test(key)) return key;
  throw new GatewayError(
    'invalid-value',
    'The header Idempotency-Key must have 1 to 255 characters of printable ASCII.',
    { code: 'invalid_idempotency_key' },
  );
}
