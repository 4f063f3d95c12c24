import { type JsonObject, type Usage } from '#canonical';
import { isJsonObject } from '../validation/json-values.js';
import { isCount, readCount, readReportedCost, readTier } from '../validation/usage-counts.js';

/**
 * Reads an OpenAI usage object, also where the service counts cached tokens beside the others, as DeepSeek and Moonshot do;
 * undefined where it is not one, or holds numbers that nobody can have used. The class of service stands beside it.
 */
export function readUsage(raw: unknown, serviceTier?: unknown): Usage | undefined {
  if (!isJsonObject(raw)) return undefined;
  const inputTokens = raw['prompt_tokens'];
  const outputTokens = raw['completion_tokens'] ?? 0;
  if (!isCount(inputTokens) || !isCount(outputTokens)) return undefined;
  const { prompt_tokens_details: ofPrompt, completion_tokens_details: ofCompletion } = raw;
  const reasoning = readCount('reasoningTokens', ofCompletion, 'reasoning_tokens');
  return {
    inputTokens,
    outputTokens: outputTokens + reasoningBeside(raw['total_tokens'], inputTokens + outputTokens, reasoning),
    ...readCount('cachedInputTokens', raw, 'prompt_cache_hit_tokens'),
    ...readCount('cachedInputTokens', raw, 'cached_tokens'),
    ...readCount('cachedInputTokens', ofPrompt, 'cached_tokens'),
    ...readCount('cacheWriteTokens', ofPrompt, 'cache_write_tokens'),
    ...reasoning,
    ...readCount('audioInputTokens', ofPrompt, 'audio_tokens'),
    ...readCount('audioOutputTokens', ofCompletion, 'audio_tokens'),
    ...readCount('imageOutputTokens', ofCompletion, 'image_tokens'),
    ...readSearches(raw),
    ...readTier(serviceTier),
    ...readReportedCost(raw),
    raw,
  };
}

/** Most services count reasoning within the answer. xAI counts it beside that, and so its total is more by as much. */
export function reasoningBeside(
  total: unknown,
  counted: number,
  { reasoningTokens = 0 }: Pick<Usage, 'reasoningTokens'>,
): number {
  return reasoningTokens > 0 && total === counted + reasoningTokens ? reasoningTokens : 0;
}

/** Perplexity counts queries, xAI the sources that it bills for, OpenRouter the calls of its tool. */
function readSearches(raw: Readonly<Record<string, unknown>>): Pick<Usage, 'webSearches'> {
  const { num_search_queries: queries, num_sources_used: sources, server_tool_use: tools } = raw;
  const searches = queries ?? sources ?? (isJsonObject(tools) ? tools['web_search_requests'] : undefined);
  return isCount(searches) && searches > 0 ? { webSearches: searches } : {};
}

export function encodeUsage(usage: Usage): JsonObject {
  const { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens, reasoningTokens } = usage;
  const ofPrompt = counts({ cached_tokens: cachedInputTokens, cache_write_tokens: cacheWriteTokens });
  const ofCompletion = counts({ reasoning_tokens: reasoningTokens });
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    ...(ofPrompt ? { prompt_tokens_details: ofPrompt } : {}),
    ...(ofCompletion ? { completion_tokens_details: ofCompletion } : {}),
  };
}

function counts(details: Record<string, number | undefined>): JsonObject | undefined {
  const known = Object.entries(details).flatMap(([name, count]) =>
    count === undefined ? [] : [[name, count] as const],
  );
  return known.length === 0 ? undefined : Object.fromEntries(known);
}
