import { type Lost, type RerankAnswer, type RerankRequest } from '#canonical';
import { definedMembers } from '../openai-dialect/defined-members.js';
import { type UpstreamOperation } from '../operations/operation-format.js';
import { decodeRanking } from './ranking.js';

type Upstream = UpstreamOperation<RerankRequest, RerankAnswer>;

const LIMITS = ['maxTokensPerDocument', 'maxChunksPerDocument'] as const;
type Limit = (typeof LIMITS)[number];
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

/** Those of the client's limits on what is read of a document that an upstream has no word for. */
export function lostLimits(asked: RerankRequest, limits: readonly Limit[] = LIMITS): Lost<RerankRequest>[] {
  return limits.filter((field) => asked[field] !== undefined).map((field) => ({ field, reason: REASON }));
}
