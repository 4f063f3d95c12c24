import { type JsonObject, type Usage } from '#canonical';
import { getRecord } from '../openai-dialect/json-reading.js';

/** What images have cost. Those who count no tokens still made so many images. */
export function readImageUsage(raw: unknown, images: number): Usage {
  const usage = getRecord(raw);
  const inputTokens = usage?.['input_tokens'];
  const outputTokens = usage?.['output_tokens'] ?? 0;
  if (!isCount(inputTokens) || !isCount(outputTokens)) return { inputTokens: 0, outputTokens: 0, images };
  const imageInputTokens = getRecord(usage?.['input_tokens_details'])?.['image_tokens'];
  return {
    inputTokens,
    outputTokens,
    ...(isCount(imageInputTokens) ? { imageInputTokens } : {}),
    images,
    raw,
  };
}

export function encodeImageUsage({ inputTokens, outputTokens, imageInputTokens = 0 }: Usage): JsonObject {
  return {
    input_tokens: inputTokens,
    input_tokens_details: { text_tokens: inputTokens - imageInputTokens, image_tokens: imageInputTokens },
    output_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < 1e12;
}
