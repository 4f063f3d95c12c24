import { type JsonValue } from '../chat/json.js';
import { type Usage } from '../usage.js';
import { type OperationRequestBase } from './operation-request.js';

export interface RankedDocument {
  /** The text that is compared with the query. */
  text: string;
  /** The document as the client sent it. */
  original: JsonValue;
}

export interface RerankRequest extends OperationRequestBase {
  query: string;
  documents: readonly RankedDocument[];
  /** The number of results; undefined for all. */
  topN?: number;
  returnDocuments: boolean;
  maxTokensPerDocument?: number;
  maxChunksPerDocument?: number;
}

export interface RerankResult {
  /** Best first; `index` counts the documents of the request. */
  results: readonly { index: number; score: number }[];
  usage?: Usage;
}
