import { type JsonObject, type Lost, type RerankAnswer, type RerankRequest, type Usage } from '#canonical';
import { getRecord, getRecords, toNumber } from '../openai-dialect/json-members.js';
import { badAnswer } from '../operations/answer-errors.js';
import { type UpstreamOperation } from '../operations/operation-format.js';
import { definedMembers } from '../validation/json-values.js';

type Upstream = UpstreamOperation<RerankRequest, RerankAnswer>;

const DOCUMENT_LIMITS = ['maxTokensPerDocument', 'maxChunksPerDocument'] as const;

type Limit = (typeof DOCUMENT_LIMITS)[number];

const REASON = 'the upstream has no such limit';

/** `POST /v1/rerank`. The documents need not come back: they are at hand. */
export const jinaRerank: Upstream = {
  encodeRequest: (asked, upstreamModel) => ({
    body: definedMembers({
      model: upstreamModel,
      query: asked.query,
      documents: asked.documents.map(({ text }) => text),
      top_n: asked.topN,
      return_documents: false,
    }),
    lost: lostLimits(asked),
  }),
  decodeResponse: decodeRanking,
};

/** `POST /v2/rerank`. */
export const cohereRerank: Upstream = {
  encodeRequest: (asked, upstreamModel) => ({
    body: definedMembers({
      model: upstreamModel,
      query: asked.query,
      documents: asked.documents.map(({ text }) => text),
      top_n: asked.topN,
      max_tokens_per_doc: asked.maxTokensPerDocument,
    }),
    lost: lostLimits(asked, ['maxChunksPerDocument']),
  }),
  decodeResponse: decodeRanking,
};

/** InvokeModel of Amazon Bedrock, where the model stands in the address. Cohere's has to be told of which API it is. */
export const bedrockRerank: Upstream = {
  encodeRequest: (asked, upstreamModel) => ({
    body: definedMembers({
      query: asked.query,
      documents: asked.documents.map(({ text }) => text),
      top_n: asked.topN,
      api_version: upstreamModel.includes('cohere.') ? 2 : undefined,
    }),
    lost: lostLimits(asked),
  }),
  decodeResponse: decodeRanking,
};

/** Those of the client's limits on what is read of a document that an upstream has no word for. */
export function lostLimits(
  asked: RerankRequest,
  limits: readonly Limit[] = DOCUMENT_LIMITS,
): Lost<RerankRequest>[] {
  return limits.filter((field) => asked[field] !== undefined).map((field) => ({ field, reason: REASON }));
}

/** Reads the answer of any reranker: some call a score by another name, sort nothing, or return all that they got. */
function decodeRanking(body: JsonObject, asked: RerankRequest): RerankAnswer {
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
