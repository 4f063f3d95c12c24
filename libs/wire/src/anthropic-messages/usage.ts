import { type JsonObject, type Usage } from '#canonical';
import { isJsonObject } from '../validation/json-values.js';

/** `input_tokens` leaves out what was read from the cache and what was written to it; the hub counts them in. */
export function decodeUsage(raw: unknown): Usage | undefined {
  if (!isJsonObject(raw)) return undefined;
  const fresh = raw['input_tokens'] ?? 0;
  const outputTokens = raw['output_tokens'];
  if (!isCount(fresh) || !isCount(outputTokens)) return undefined;
  const cachedInputTokens = toCount(raw['cache_read_input_tokens']);
  const cacheWriteTokens = toCount(raw['cache_creation_input_tokens']);
  const reasoningTokens = thinkingTokens(raw);
  return {
    inputTokens: fresh + (cachedInputTokens ?? 0) + (cacheWriteTokens ?? 0),
    outputTokens,
    ...(cachedInputTokens === undefined ? {} : { cachedInputTokens }),
    ...(cacheWriteTokens === undefined ? {} : { cacheWriteTokens }),
    ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
    raw,
  };
}

/** What a later event says replaces what an earlier one said; it never adds to it. */
export function mergeUsage(known: JsonObject, said: unknown): JsonObject {
  if (!isJsonObject(said)) return known;
  const spoken = Object.entries(said).filter(([, value]) => value !== null);
  return { ...known, ...Object.fromEntries(spoken) };
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

function thinkingTokens(raw: JsonObject): number | undefined {
  const details = raw['output_tokens_details'];
  return isJsonObject(details) ? toCount(details['thinking_tokens']) : undefined;
}

function toCount(value: unknown): number | undefined {
  return isCount(value) ? value : undefined;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < 1e12;
}
