import { isJsonObject, type Usage } from '#canonical';
import { isCount, readCount } from '../validation/usage-counts.js';

/**
 * Prefers the billed tokens, because the tokens that the model has read include instructions of the service.
 * Undefined if neither is reported.
 */
export function readUsage(raw: unknown): Usage | undefined {
  if (!isJsonObject(raw)) return undefined;
  const counted = readTokens(raw['billed_units']) ?? readTokens(raw['tokens']);
  if (counted === undefined) return undefined;
  const { cachedInputTokens } = readCount('cachedInputTokens', raw, 'cached_tokens');
  return {
    ...counted,
    ...(cachedInputTokens ? { cachedInputTokens: Math.min(cachedInputTokens, counted.inputTokens) } : {}),
    ...readCount('searchUnits', raw['billed_units'], 'search_units'),
    raw,
  };
}

function readTokens(units: unknown): Pick<Usage, 'inputTokens' | 'outputTokens'> | undefined {
  if (!isJsonObject(units)) return undefined;
  const { input_tokens: inputTokens, output_tokens: outputTokens } = units;
  return isCount(inputTokens) && isCount(outputTokens) ? { inputTokens, outputTokens } : undefined;
}
