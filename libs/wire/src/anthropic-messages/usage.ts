import { isJsonObject, type JsonObject, type Usage } from '#canonical';
import { isCount, readCount, readReportedCost, readTier } from '../validation/usage-counts.js';
import { decodeReportedTier } from './service-tier.js';

/**
 * `input_tokens` excludes the tokens that were read from the cache or written to it; the canonical count includes
 * them.
 */
export function decodeUsage(raw: unknown): Usage | undefined {
  if (!isJsonObject(raw)) return undefined;
  const fresh = raw['input_tokens'] ?? 0;
  const outputTokens = raw['output_tokens'];
  if (!isCount(fresh) || !isCount(outputTokens)) return undefined;
  const cachedInputTokens = toCount(raw['cache_read_input_tokens']);
  const cacheWriteTokens = toCount(raw['cache_creation_input_tokens']);
  return {
    inputTokens: fresh + (cachedInputTokens ?? 0) + (cacheWriteTokens ?? 0),
    outputTokens,
    ...(cachedInputTokens === undefined ? {} : { cachedInputTokens }),
    ...(cacheWriteTokens === undefined ? {} : { cacheWriteTokens }),
    ...readCount('cacheWrite1hTokens', raw['cache_creation'], 'ephemeral_1h_input_tokens'),
    ...readCount('reasoningTokens', raw['output_tokens_details'], 'thinking_tokens'),
    ...readCount('webSearches', raw['server_tool_use'], 'web_search_requests'),
    // Fast mode is reported separately from the service tier, and has prices of its own like a tier.
    ...readTier(raw['speed'] === 'fast' ? 'fast' : decodeReportedTier(raw['service_tier'])),
    ...readGeo(raw['inference_geo']),
    ...readReportedCost(raw),
    raw,
  };
}

/** The usage of a later event replaces that of an earlier one. */
export function mergeUsage(previous: JsonObject, update: unknown): JsonObject {
  if (!isJsonObject(update)) return previous;
  const reported = Object.entries(update).filter(([, value]) => value !== null);
  return { ...previous, ...Object.fromEntries(reported) };
}

export function encodeUsage(usage: Usage | undefined): JsonObject {
  const { inputTokens = 0, outputTokens = 0, cachedInputTokens = 0, cacheWriteTokens = 0 } = usage ?? {};
  return {
    input_tokens: Math.max(0, inputTokens - cachedInputTokens - cacheWriteTokens),
    cache_creation_input_tokens: cacheWriteTokens,
    cache_read_input_tokens: cachedInputTokens,
    output_tokens: outputTokens,
    ...(usage?.reasoningTokens === undefined
      ? {}
      : { output_tokens_details: { thinking_tokens: usage.reasoningTokens } }),
  };
}

function readGeo(geo: unknown): Pick<Usage, 'inferenceGeo'> {
  return typeof geo === 'string' && geo !== '' ? { inferenceGeo: geo } : {};
}

function toCount(value: unknown): number | undefined {
  return isCount(value) ? value : undefined;
}
