import { type ApiRequest } from '../call/api-request.js';

interface RerankOptions {
  model: string;
  query: string;
  documents: string[];
  /** All of them, where not given. */
  topN?: number;
}

export interface RerankAnswer {
  results: readonly { index: number; relevance_score: number }[];
}

export interface RankedDocument {
  /** Where it stood in the question, counted from one. */
  position: number;
  text: string;
  score: number;
  /** The length of its bar, 0 to 1. */
  share: number;
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

/** The documents from the most relevant to the least. */
export function buildRanking(documents: readonly string[], { results }: RerankAnswer): RankedDocument[] {
  const getShare = scaleFor(results.map((result) => result.relevance_score));
  return results
    .map(({ index, relevance_score: score }) => ({
      position: index + 1,
      text: documents[index] ?? '',
      score,
      share: getShare(score),
    }))
    .toSorted((one, other) => other.score - one.score);
}

/** Most services score from 0 to 1; some have a scale of their own, which is stretched between its ends. */
function scaleFor(scores: readonly number[]): (score: number) => number {
  const lowest = Math.min(...scores, 0);
  const highest = Math.max(...scores, 1);
  return (score) => (score - lowest) / (highest - lowest);
}
