import { isJsonObject, type JsonObject, type Usage } from '#canonical';
import { isCount, readCount, readReportedCost, readTier } from '../validation/usage-counts.js';

/**
 * Reads an OpenAI usage object; undefined if it is not one, or has impossible numbers. DeepSeek and Moonshot report
 * cached tokens at the top level. The service tier is a separate member of the response.
 */
export function readUsage(raw: unknown, serviceTier?: unknown): Usage | undefined {
  if (!isJsonObject(raw)) return undefined;
  const inputTokens = raw['prompt_tokens'];
  const outputTokens = raw['completion_tokens'] ?? 0;
  if (!isCount(inputTokens) || !isCount(outputTokens)) return undefined;
  const { prompt_tokens_details: promptDetails, completion_tokens_details: completionDetails } = raw;
  const reasoning = readCount('reasoningTokens', completionDetails, 'reasoning_tokens');
  return {
    inputTokens,
    outputTokens:
      outputTokens + getSeparateReasoning(raw['total_tokens'], inputTokens + outputTokens, reasoning),
    ...readCount('cachedInputTokens', raw, 'prompt_cache_hit_tokens'),
    ...readCount('cachedInputTokens', raw, 'cached_tokens'),
    ...readCount('cachedInputTokens', promptDetails, 'cached_tokens'),
    ...readCount('cacheWriteTokens', promptDetails, 'cache_write_tokens'),
    ...reasoning,
    ...readCount('audioInputTokens', promptDetails, 'audio_tokens'),
    ...readCount('audioOutputTokens', completionDetails, 'audio_tokens'),
    ...readCount('imageOutputTokens', completionDetails, 'image_tokens'),
    ...readSearches(raw),
    ...readTier(serviceTier),
    ...readReportedCost(raw),
    raw,
  };
}

/**
 * Most services count reasoning as part of the completion. xAI counts it separately, so its total is higher by that
 * number.
 */
export function getSeparateReasoning(
  total: unknown,
  counted: number,
  { reasoningTokens = 0 }: Pick<Usage, 'reasoningTokens'>,
): number {
  return reasoningTokens > 0 && total === counted + reasoningTokens ? reasoningTokens : 0;
}

/** Perplexity counts queries, xAI the sources that it bills, OpenRouter the calls of its tool. */
function readSearches(raw: Readonly<Record<string, unknown>>): Pick<Usage, 'webSearches'> {
  const { num_search_queries: queries, num_sources_used: sources, server_tool_use: tools } = raw;
  const searches = queries ?? sources ?? (isJsonObject(tools) ? tools['web_search_requests'] : undefined);
  return isCount(searches) && searches > 0 ? { webSearches: searches } : {};
}

export function encodeUsage(usage: Usage): JsonObject {
  const { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens, reasoningTokens } = usage;
  const promptDetails = toDetails({ cached_tokens: cachedInputTokens, cache_write_tokens: cacheWriteTokens });
  const completionDetails = toDetails({ reasoning_tokens: reasoningTokens });
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    ...(promptDetails ? { prompt_tokens_details: promptDetails } : {}),
    ...(completionDetails ? { completion_tokens_details: completionDetails } : {}),
  };
}

function toDetails(details: Record<string, number | undefined>): JsonObject | undefined {
  const entries = Object.entries(details).flatMap(([name, count]) =>
    count === undefined ? [] : [[name, count] as const],
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
