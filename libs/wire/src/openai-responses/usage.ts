import { type JsonObject, type Usage } from '#canonical';
import { isJsonObject } from '../validation/json-values.js';

/** Reads a usage object; undefined where it is not one, or holds numbers that nobody can have used. */
export function readUsage(raw: unknown): Usage | undefined {
  if (!isJsonObject(raw)) return undefined;
  const inputTokens = raw['input_tokens'];
  const outputTokens = raw['output_tokens'] ?? 0;
  if (!isCount(inputTokens) || !isCount(outputTokens)) return undefined;
  return {
    inputTokens,
    outputTokens,
    ...detail('cachedInputTokens', raw['input_tokens_details'], 'cached_tokens'),
    ...detail('cacheWriteTokens', raw['input_tokens_details'], 'cache_write_tokens'),
    ...detail('reasoningTokens', raw['output_tokens_details'], 'reasoning_tokens'),
    ...detail('audioInputTokens', raw['input_tokens_details'], 'audio_tokens'),
    ...detail('audioOutputTokens', raw['output_tokens_details'], 'audio_tokens'),
    raw,
  };
}

export function encodeUsage(usage: Usage): JsonObject {
  const { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens, reasoningTokens } = usage;
  return {
    input_tokens: inputTokens,
    input_tokens_details: {
      cached_tokens: cachedInputTokens ?? 0,
      cache_write_tokens: cacheWriteTokens ?? 0,
    },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens ?? 0 },
    total_tokens: inputTokens + outputTokens,
  };
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
