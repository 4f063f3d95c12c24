import { isJsonObject, type JsonObject, type Usage } from '#canonical';
import { isCount, readCount } from '../validation/usage-counts.js';

/** The usage in a `response.done` event; undefined if it has none. */
export function readResponseUsage(responseDone: object): Usage | undefined {
  const { response } = responseDone as JsonObject;
  const raw = isJsonObject(response) ? response['usage'] : undefined;
  if (!isJsonObject(raw)) return undefined;
  const inputTokens = raw['input_tokens'];
  const outputTokens = raw['output_tokens'] ?? 0;
  if (!isCount(inputTokens) || !isCount(outputTokens)) return undefined;
  const inputDetails = raw['input_token_details'];
  const outputDetails = raw['output_token_details'];
  return {
    inputTokens,
    outputTokens,
    ...readCount('cachedInputTokens', inputDetails, 'cached_tokens'),
    ...readCount('imageInputTokens', inputDetails, 'image_tokens'),
    ...readCount('audioInputTokens', inputDetails, 'audio_tokens'),
    ...readCount('audioOutputTokens', outputDetails, 'audio_tokens'),
    raw,
  };
}
