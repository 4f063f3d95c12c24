import { type JsonObject, type RerankAnswer, type RerankRequest, type Usage } from '#canonical';
import { numberOf, recordOf, recordsOf } from '../openai-dialect/json-reading.js';
import { badAnswer } from '../operations/bad-answer.js';

/** Reads the answer of any reranker: some call a score by another name, sort nothing, or return all that they got. */
export function decodeRanking(body: JsonObject, asked: RerankRequest): RerankAnswer {
  const seen = new Set<number>();
  const results = recordsOf(body['results']).map((result) => {
    const index = numberOf(result['index']) ?? -1;
    const score = numberOf(result['relevance_score']) ?? numberOf(result['score']);
    if (asked.documents[index] === undefined || seen.has(index) || score === undefined) throw badAnswer();
    seen.add(index);
    return { index, score };
  });
  if (results.length === 0) throw badAnswer();
  return { results: bestOf(results, asked), usage: readUsage(body) };
}

export function bestOf(
  results: RerankAnswer['results'],
  { topN = Number.POSITIVE_INFINITY }: RerankRequest,
): RerankAnswer['results'] {
  return results.toSorted((a, b) => b.score - a.score).slice(0, topN);
}

/** Tokens or searches, whichever the service counts. */
function readUsage(body: JsonObject): Usage | undefined {
  const meta = recordOf(body['meta']);
  const usage = recordOf(body['usage']);
  const searchUnits = countOf(recordOf(meta?.['billed_units'])?.['search_units']);
  const inputTokens =
    countOf(recordOf(meta?.['tokens'])?.['input_tokens']) ??
    countOf(usage?.['prompt_tokens']) ??
    countOf(usage?.['total_tokens']);
  if (searchUnits === undefined && inputTokens === undefined) return undefined;
  return {
    inputTokens: inputTokens ?? 0,
    outputTokens: 0,
    ...(searchUnits === undefined ? {} : { searchUnits }),
    raw: usage ?? meta,
  };
}

function countOf(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
}
