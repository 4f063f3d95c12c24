import { type JsonObject, type Usage } from '#canonical';
import { isJsonObject } from '../validation/json-values.js';

/**
 * Reads an OpenAI usage object, also where the service counts cached tokens beside the others, as DeepSeek and Moonshot do;
 * undefined where it is not one, or holds numbers that nobody can have used.
 */
export function readUsage(raw: unknown): Usage | undefined {
  if (!isJsonObject(raw)) return undefined;
  const inputTokens = raw['prompt_tokens'];
  const outputTokens = raw['completion_tokens'] ?? 0;
  if (!isCount(inputTokens) || !isCount(outputTokens)) return undefined;
  return {
    inputTokens,
    outputTokens,
    ...detail('cachedInputTokens', raw, 'prompt_cache_hit_tokens'),
    ...detail('cachedInputTokens', raw, 'cached_tokens'),
    ...detail('cachedInputTokens', raw['prompt_tokens_details'], 'cached_tokens'),
    ...detail('cacheWriteTokens', raw['prompt_tokens_details'], 'cache_write_tokens'),
    ...detail('reasoningTokens', raw['completion_tokens_details'], 'reasoning_tokens'),
    ...detail('audioInputTokens', raw['prompt_tokens_details'], 'audio_tokens'),
    ...detail('audioOutputTokens', raw['completion_tokens_details'], 'audio_tokens'),
    raw,
  };
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

function detail<Name extends string>(
  name: Name,
  details: unknown,
  key: string,
): Partial<Record<Name, number>> {
  const count = isJsonObject(details) ? details[key] : undefined;
  return isCount(count) ? ({ [name]: count } as Partial<Record<Name, number>>) : {};
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < 1e12;
}
