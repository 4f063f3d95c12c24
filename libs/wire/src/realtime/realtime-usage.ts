import { type JsonObject, type Usage } from '#canonical';
import { isJsonObject } from '../validation/json-values.js';
import { isCount, readCount } from '../validation/usage-counts.js';

/** What a response has consumed, by its `response.done`; undefined where that does not say. */
export function readResponseUsage(responseDone: object): Usage | undefined {
  const { response } = responseDone as JsonObject;
  const raw = isJsonObject(response) ? response['usage'] : undefined;
  if (!isJsonObject(raw)) return undefined;
  const inputTokens = raw['input_tokens'];
  const outputTokens = raw['output_tokens'] ?? 0;
  if (!isCount(inputTokens) || !isCount(outputTokens)) return undefined;
  const ofInput = raw['input_token_details'];
  const ofOutput = raw['output_token_details'];
  return {
    inputTokens,
    outputTokens,
    ...readCount('cachedInputTokens', ofInput, 'cached_tokens'),
    ...readCount('imageInputTokens', ofInput, 'image_tokens'),
    ...readCount('audioInputTokens', ofInput, 'audio_tokens'),
    ...readCount('audioOutputTokens', ofOutput, 'audio_tokens'),
    raw,
  };
}
