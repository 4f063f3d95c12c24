import { type RerankAnswer, type RerankRequest } from '#canonical';
import { type FormatOf, type RerankClientFormatId } from '../format-ids.js';
import { type ClientOperation, type UpstreamOperation } from '../operations/operation-format.js';
import { cohereRerankClient, jinaRerankClient } from './rerank-clients.js';
import { bedrockRerank, cohereRerank, jinaRerank } from './rerank-upstreams.js';

export { areResultsAsDue, isPlainRerank } from './as-it-is.js';
export { lostLimits, pickBest } from './rerank-upstreams.js';

/** Every way to ask an upstream for a ranking. */
export const RERANK_FORMATS = {
  'jina-rerank': jinaRerank,
  'cohere-rerank': cohereRerank,
  'bedrock-rerank': bedrockRerank,
} as const satisfies Record<FormatOf<'rerank'>, UpstreamOperation<RerankRequest, RerankAnswer>>;

/** Every way in which clients ask for one. */
export const RERANK_CLIENTS = {
  'jina-rerank': jinaRerankClient,
  'cohere-rerank': cohereRerankClient,
} as const satisfies Record<RerankClientFormatId, ClientOperation<RerankRequest, RerankAnswer>>;
