import { isJsonObject, type JsonValue, type Usage } from '#canonical';
import { isCount, readTier } from '../validation/usage-counts.js';

/**
 * `inputTokens` excludes the tokens that were read from the cache or written to it; the canonical count includes
 * them.
 */
export function decodeUsage(raw: JsonValue | undefined, serviceTier: string | undefined): Usage | undefined {
  if (!isJsonObject(raw)) return undefined;
  const { inputTokens: fresh, outputTokens } = raw;
  if (!isCount(fresh) || !isCount(outputTokens)) return undefined;
  const cachedInputTokens = toCount(raw['cacheReadInputTokens']);
  const cacheWriteTokens = toCount(raw['cacheWriteInputTokens']);
  return {
    inputTokens: fresh + (cachedInputTokens ?? 0) + (cacheWriteTokens ?? 0),
    outputTokens,
    ...(cachedInputTokens === undefined ? {} : { cachedInputTokens }),
    ...(cacheWriteTokens === undefined ? {} : { cacheWriteTokens }),
    ...readHourCacheWrites(raw['cacheDetails']),
    ...readTier(serviceTier),
    raw,
  };
}

/** Sums the cache writes with a lifetime of one hour. */
function readHourCacheWrites(details: JsonValue | undefined): Pick<Usage, 'cacheWrite1hTokens'> {
  if (!Array.isArray(details)) return {};
  const counts = details
    .filter(isJsonObject)
    .flatMap(({ ttl, inputTokens }) => (ttl === '1h' && isCount(inputTokens) ? [inputTokens] : []));
  return counts.length === 0 ? {} : { cacheWrite1hTokens: counts.reduce((sum, count) => sum + count, 0) };
}

function toCount(value: unknown): number | undefined {
  return isCount(value) ? value : undefined;
}
