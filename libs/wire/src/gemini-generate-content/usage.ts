import { isJsonObject, type JsonObject, type Usage } from '#canonical';
import { isCount, readTier } from '../validation/usage-counts.js';
import { camelCase } from './proto-object.js';
import { decodeServiceTier } from './service-tier.js';

type Members = ReadonlyMap<string, unknown>;

const TRAFFIC_TIERS: Readonly<Record<string, string>> = {
  ON_DEMAND_FLEX: 'flex',
  ON_DEMAND_PRIORITY: 'priority',
};

/**
 * Decodes `usageMetadata`; undefined if it is missing or has impossible numbers. It does not count searches, so these
 * come from the response.
 */
export function decodeUsage(raw: unknown, searches?: ReadonlySet<string>): Usage | undefined {
  if (!isJsonObject(raw)) return undefined;
  const members: Members = new Map(Object.entries(raw).map(([name, value]) => [camelCase(name), value]));
  const prompt = toCount(members.get('promptTokenCount'));
  const toolUse = toCount(members.get('toolUsePromptTokenCount') ?? 0);
  const candidates = toCount(members.get('candidatesTokenCount') ?? 0);
  const thoughts = toCount(members.get('thoughtsTokenCount'));
  if (prompt === undefined || toolUse === undefined || candidates === undefined) return undefined;
  const cached = toCount(members.get('cachedContentTokenCount'));
  return {
    inputTokens: prompt + toolUse,
    outputTokens: candidates + (thoughts ?? 0),
    ...(cached === undefined ? {} : { cachedInputTokens: cached }),
    ...(thoughts === undefined ? {} : { reasoningTokens: thoughts }),
    ...readModalityCount('audioInputTokens', members.get('promptTokensDetails'), 'AUDIO'),
    ...readModalityCount('imageInputTokens', members.get('promptTokensDetails'), 'IMAGE'),
    ...readModalityCount('audioOutputTokens', members.get('candidatesTokensDetails'), 'AUDIO'),
    ...readModalityCount('imageOutputTokens', members.get('candidatesTokensDetails'), 'IMAGE'),
    ...(searches === undefined || searches.size === 0 ? {} : { webSearches: searches.size }),
    ...readTier(getTier(members)),
    raw,
  };
}

/** Collects the queries of a candidate that Google bills: each query once, without empty ones. */
export function collectSearches(candidate: JsonObject, searches: Set<string>): void {
  const grounding = candidate['groundingMetadata'] ?? candidate['grounding_metadata'];
  const queries = isJsonObject(grounding)
    ? (grounding['webSearchQueries'] ?? grounding['web_search_queries'])
    : undefined;
  for (const query of Array.isArray(queries) ? queries : []) {
    if (typeof query === 'string' && query !== '') searches.add(query);
  }
}

/** Undefined if the service reports no tier. The request then ran in the requested tier. */
function getTier(members: Members): string | undefined {
  const tier = members.get('serviceTier');
  const traffic = members.get('trafficType');
  if (typeof tier === 'string') return decodeServiceTier(tier.toUpperCase());
  return typeof traffic === 'string' && Object.hasOwn(TRAFFIC_TIERS, traffic)
    ? TRAFFIC_TIERS[traffic]
    : undefined;
}

function readModalityCount<
  Name extends 'audioInputTokens' | 'audioOutputTokens' | 'imageInputTokens' | 'imageOutputTokens',
>(name: Name, details: unknown, modality: string): Partial<Record<Name, number>> {
  const list: unknown[] = Array.isArray(details) ? details : [];
  const found = list.find((each) => isJsonObject(each) && each['modality'] === modality);
  const count = isJsonObject(found) ? toCount(found['tokenCount'] ?? found['token_count']) : undefined;
  return count === undefined ? {} : ({ [name]: count } as Partial<Record<Name, number>>);
}

function toCount(value: unknown): number | undefined {
  const count = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return isCount(count) ? count : undefined;
}

/** In this format thoughts are not part of the candidates' tokens. */
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
