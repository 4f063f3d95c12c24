import { type ApiRequest } from '../call/api-request.js';

interface RerankOptions {
  model: string;
  query: string;
  documents: string[];
  /** Undefined for all documents. */
  topN?: number;
}

export interface RerankResponse {
  results: readonly { index: number; relevance_score: number }[];
}

export interface RankedDocument {
  /** The position in the request, starting at 1. */
  position: number;
  text: string;
  score: number;
  /** The length of the bar, from 0 to 1. */
  share: number;
}

export function rerankRequest({ model, query, documents, topN }: RerankOptions): ApiRequest {
  return { method: 'POST', path: '/v1/rerank', json: { model, query, documents, top_n: topN } };
}

/** One document per line. Empty lines are ignored. */
export function splitDocuments(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The documents, the most relevant first. */
export function buildRanking(documents: readonly string[], { results }: RerankResponse): RankedDocument[] {
  const getShare = createScale(results.map((result) => result.relevance_score));
  return results
    .map(({ index, relevance_score: score }) => ({
      position: index + 1,
      text: documents[index] ?? '',
      score,
      share: getShare(score),
    }))
    .toSorted((left, right) => right.score - left.score);
}

/** Most providers return scores from 0 to 1. For others, the bars span the range from the lowest to the highest score. */
function createScale(scores: readonly number[]): (score: number) => number {
  const lowest = Math.min(...scores, 0);
  const highest = Math.max(...scores, 1);
  return (score) => (score - lowest) / (highest - lowest);
}
