import { type JsonObject, type Usage } from '#canonical';
import { isJsonObject } from '../validation/json-values.js';
import { camelCase } from './proto-object.js';

/** Reads `usageMetadata`; undefined where it is none, or holds numbers that nobody can have used. */
export function decodeUsage(raw: unknown): Usage | undefined {
  if (!isJsonObject(raw)) return undefined;
  const counts = new Map(Object.entries(raw).map(([name, value]) => [camelCase(name), toCount(value)]));
  const prompt = counts.get('promptTokenCount');
  const toolUse = counts.has('toolUsePromptTokenCount') ? counts.get('toolUsePromptTokenCount') : 0;
  const answer = counts.has('candidatesTokenCount') ? counts.get('candidatesTokenCount') : 0;
  const thoughts = counts.get('thoughtsTokenCount');
  if (prompt === undefined || toolUse === undefined || answer === undefined) return undefined;
  const cached = counts.get('cachedContentTokenCount');
  return {
    inputTokens: prompt + toolUse,
    outputTokens: answer + (thoughts ?? 0),
    ...(cached === undefined ? {} : { cachedInputTokens: cached }),
    ...(thoughts === undefined ? {} : { reasoningTokens: thoughts }),
    raw,
  };
}

function toCount(value: unknown): number | undefined {
  const count = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(count) && (count as number) >= 0 && (count as number) < 1e12
    ? (count as number)
    : undefined;
}

/** Thoughts are counted beside the answer here, not within it. */
export function encodeUsage({
  inputTokens,
  outputTokens,
  cachedInputTokens,
  reasoningTokens,
}: Usage): JsonObject {
  return {
    promptTokenCount: inputTokens,
    candidatesTokenCount: Math.max(0, outputTokens - (reasoningTokens ?? 0)),
    ...(reasoningTokens === undefined ? {} : { thoughtsTokenCount: reasoningTokens }),
    ...(cachedInputTokens === undefined ? {} : { cachedContentTokenCount: cachedInputTokens }),
    totalTokenCount: inputTokens + outputTokens,
  };
}
