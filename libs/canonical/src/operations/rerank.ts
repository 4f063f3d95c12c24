import { type JsonValue } from '../chat/json.js';
import { type Usage } from '../usage.js';
import { type Asked } from './asked.js';

export interface RankedDocument {
  /** What is compared with the query. */
  text: string;
  /** As the client sent it. */
  original: JsonValue;
}

export interface RerankRequest extends Asked {
  query: string;
  documents: readonly RankedDocument[];
  /** How many of the best to return; all where it is not said. */
  topN?: number;
  returnDocuments: boolean;
  maxTokensPerDocument?: number;
  maxChunksPerDocument?: number;
}

export interface RerankAnswer {
  /** Best first; `index` is the place among the documents of the request. */
  results: readonly { index: number; score: number }[];
  usage?: Usage;
}
