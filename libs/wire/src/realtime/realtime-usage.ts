import { type JsonObject, type JsonValue, type Usage } from '#canonical';
import { isJsonObject } from '../validation/json-values.js';

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
    ...detail('cachedInputTokens', ofInput, 'cached_tokens'),
    ...detail('imageInputTokens', ofInput, 'image_tokens'),
    ...detail('audioInputTokens', ofInput, 'audio_tokens'),
    ...detail('audioOutputTokens', ofOutput, 'audio_tokens'),
    raw,
  };
}

function detail<Name extends string>(
  name: Name,
  details: JsonValue | undefined,
  key: string,
): Partial<Record<Name, number>> {
  const count = isJsonObject(details) ? details[key] : undefined;
  return isCount(count) ? ({ [name]: count } as Partial<Record<Name, number>>) : {};
}

function isCount(value: JsonValue | undefined): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < 1e12;
}
