import { type ApiRequest } from '../call/api-request.js';

export interface RerankOptions {
  model: string;
  query: string;
  documents: string[];
  /** All of them, where not given. */
  topN?: number;
}

export function rerankRequest({ model, query, documents, topN }: RerankOptions): ApiRequest {
  return { method: 'POST', path: '/v1/rerank', json: { model, query, documents, top_n: topN } };
}

/** One document to a line; empty lines are for the eye. */
export function documentsIn(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
