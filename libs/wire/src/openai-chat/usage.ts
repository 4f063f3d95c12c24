import { type Usage } from '#canonical';

/** Reads an OpenAI usage object; undefined where it is not one, or holds numbers that nobody can have used. */
export function readUsage(raw: unknown): Usage | undefined {
  if (!isRecord(raw)) return undefined;
  const inputTokens = raw['prompt_tokens'];
  const outputTokens = raw['completion_tokens'] ?? 0;
  if (!isCount(inputTokens) || !isCount(outputTokens)) return undefined;
  return {
    inputTokens,
    outputTokens,
    ...detail('cachedInputTokens', raw['prompt_tokens_details'], 'cached_tokens'),
    ...detail('reasoningTokens', raw['completion_tokens_details'], 'reasoning_tokens'),
    raw,
  };
}

function detail<Name extends string>(
  name: Name,
  details: unknown,
  key: string,
): Partial<Record<Name, number>> {
  const count = isRecord(details) ? details[key] : undefined;
  return isCount(count) ? ({ [name]: count } as Partial<Record<Name, number>>) : {};
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < 1e12;
}
