import { type JsonObject, type RerankAnswer, type RerankRequest, type Usage } from '#canonical';
import { toNumber, getRecord, getRecords } from '../openai-dialect/json-reading.js';
import { badAnswer } from '../operations/bad-answer.js';

/** Reads the answer of any reranker: some call a score by another name, sort nothing, or return all that they got. */
export function decodeRanking(body: JsonObject, asked: RerankRequest): RerankAnswer {
  const seen = new Set<number>();
  const results = getRecords(body['results']).map((result) => {
    const index = toNumber(result['index']) ?? -1;
    const score = toNumber(result['relevance_score']) ?? toNumber(result['score']);
    if (asked.documents[index] === undefined || seen.has(index) || score === undefined) throw badAnswer();
    seen.add(index);
    return { index, score };
  });
  if (results.length === 0) throw badAnswer();
  return { results: pickBest(results, asked), usage: readUsage(body) };
}

export function pickBest(
  results: RerankAnswer['results'],
  { topN = Number.POSITIVE_INFINITY }: RerankRequest,
): RerankAnswer['results'] {
  return results.toSorted((a, b) => b.score - a.score).slice(0, topN);
}

/** Tokens or searches, whichever the service counts. */
function readUsage(body: JsonObject): Usage | undefined {
  const meta = getRecord(body['meta']);
  const usage = getRecord(body['usage']);
  const searchUnits = toCount(getRecord(meta?.['billed_units'])?.['search_units']);
  const inputTokens =
    toCount(getRecord(meta?.['tokens'])?.['input_tokens']) ??
    toCount(usage?.['prompt_tokens']) ??
    toCount(usage?.['total_tokens']);
  if (searchUnits === undefined && inputTokens === undefined) return undefined;
  return {
    inputTokens: inputTokens ?? 0,
    outputTokens: 0,
    ...(searchUnits === undefined ? {} : { searchUnits }),
    raw: usage ?? meta,
  };
}

function toCount(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
}
