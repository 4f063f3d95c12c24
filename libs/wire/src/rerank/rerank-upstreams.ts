import {
  type JsonObject,
  type LostField,
  type RerankResult,
  type RerankRequest,
  type Usage,
} from '#canonical';
import { getRecord, getRecords, toNumber } from '../openai-dialect/json-members.js';
import { badResponse } from '../operations/response-errors.js';
import { type UpstreamOperation } from '../operations/operation-format.js';
import { definedMembers } from '../validation/json-values.js';

type Upstream = UpstreamOperation<RerankRequest, RerankResult>;

const DOCUMENT_LIMITS = ['maxTokensPerDocument', 'maxChunksPerDocument'] as const;

type Limit = (typeof DOCUMENT_LIMITS)[number];

const REASON = 'the provider does not have this limit';

/** `POST /v1/rerank`. Documents are not returned, because the gateway has them. */
export const jinaRerank: Upstream = {
  encodeRequest: (request, upstreamModel) => ({
    body: definedMembers({
      model: upstreamModel,
      query: request.query,
      documents: request.documents.map(({ text }) => text),
      top_n: request.topN,
      return_documents: false,
    }),
    lost: lostLimits(request),
  }),
  decodeResponse: decodeRanking,
};

/** `POST /v2/rerank`. */
export const cohereRerank: Upstream = {
  encodeRequest: (request, upstreamModel) => ({
    body: definedMembers({
      model: upstreamModel,
      query: request.query,
      documents: request.documents.map(({ text }) => text),
      top_n: request.topN,
      max_tokens_per_doc: request.maxTokensPerDocument,
    }),
    lost: lostLimits(request, ['maxChunksPerDocument']),
  }),
  decodeResponse: decodeRanking,
};

/** InvokeModel of Amazon Bedrock; the model is in the URL. Cohere's models require the API version. */
export const bedrockRerank: Upstream = {
  encodeRequest: (request, upstreamModel) => ({
    body: definedMembers({
      query: request.query,
      documents: request.documents.map(({ text }) => text),
      top_n: request.topN,
      api_version: upstreamModel.includes('cohere.') ? 2 : undefined,
    }),
    lost: lostLimits(request),
  }),
  decodeResponse: decodeRanking,
};

/** The client's limits per document that an upstream does not support. */
export function lostLimits(
  request: RerankRequest,
  limits: readonly Limit[] = DOCUMENT_LIMITS,
): LostField<RerankRequest>[] {
  return limits.filter((field) => request[field] !== undefined).map((field) => ({ field, reason: REASON }));
}

/**
 * Decodes the response of any reranker. Some have another name for the score, do not sort, or return all documents.
 */
function decodeRanking(body: JsonObject, request: RerankRequest): RerankResult {
  const indexes = new Set<number>();
  const results = getRecords(body['results']).map((result) => {
    const index = toNumber(result['index']) ?? -1;
    const score = toNumber(result['relevance_score']) ?? toNumber(result['score']);
    if (request.documents[index] === undefined || indexes.has(index) || score === undefined)
      throw badResponse();
    indexes.add(index);
    return { index, score };
  });
  if (results.length === 0) throw badResponse();
  return { results: pickBest(results, request), usage: readUsage(body) };
}

export function pickBest(
  results: RerankResult['results'],
  { topN = Number.POSITIVE_INFINITY }: RerankRequest,
): RerankResult['results'] {
  return results.toSorted((a, b) => b.score - a.score).slice(0, topN);
}

/** Tokens or searches, whichever the service reports. */
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
