import { GatewayError } from '#canonical';

const HEADER = 'x-modelgate-cache-ttl';
const MAX_SECONDS = 31_536_000;

/**
 * The maximum age in seconds of a cached response, 0 to disable the cache. The header overrides the setting of the
 * token.
 */
export function readCacheTtl(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  tokenTtlSeconds = 0,
): number {
  const { [HEADER]: value } = headers;
  if (value === undefined) return tokenTtlSeconds;
  const seconds = typeof value === 'string' && /^\d{1,8}$/.test(value) ? Number(value) : Number.NaN;
  if (seconds <= MAX_SECONDS) return seconds;
  throw new GatewayError(
    'invalid-value',
    `The header ${HEADER} must be a whole number of seconds from 0 (no cache) to ${MAX_SECONDS}.`,
    { code: 'invalid_cache_ttl' },
  );
}
