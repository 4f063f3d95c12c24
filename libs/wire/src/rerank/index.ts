import { type RerankResult, type RerankRequest } from '#canonical';
import { type FormatOf } from '../format-ids.js';
import { type ClientOperation, type UpstreamOperation } from '../operations/operation-format.js';
import { type RequestFormatOf } from '../request-formats.js';
import { cohereRerankClient, jinaRerankClient } from './rerank-clients.js';
import { bedrockRerank, cohereRerank, jinaRerank } from './rerank-upstreams.js';

export { areResultsAsDue, isPlainRerank } from './plain-rerank.js';
export { lostLimits, pickBest } from './rerank-upstreams.js';

/** The formats of upstreams. */
export const RERANK_FORMATS = {
  'jina-rerank': jinaRerank,
  'cohere-rerank': cohereRerank,
  'bedrock-rerank': bedrockRerank,
} as const satisfies Record<FormatOf<'rerank'>, UpstreamOperation<RerankRequest, RerankResult>>;

/** The formats of clients. */
export const RERANK_CLIENTS = {
  'jina-rerank': jinaRerankClient,
  'cohere-rerank': cohereRerankClient,
} as const satisfies Record<RequestFormatOf<'rerank'>, ClientOperation<RerankRequest, RerankResult>>;
