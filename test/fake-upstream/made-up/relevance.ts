import { fractionFrom } from './pseudo-random.js';

const WEIGHT_OF_WORDS = 0.9;

export interface Rank {
  index: number;
  relevance_score: number;
}

/** The relevance of a document to a query: the words that they share, and a small amount that distinguishes ties. */
export function parseRelevance(query: string, document: string): number {
  const wanted = new Set(query.toLowerCase().match(/\p{L}+/gu));
  const found = new Set(document.toLowerCase().match(/\p{L}+/gu));
  const shared = [...wanted].filter((word) => found.has(word)).length / Math.max(1, wanted.size);
  return shared * WEIGHT_OF_WORDS + fractionFrom([query, document]) * (1 - WEIGHT_OF_WORDS);
}

/** The documents by their index in the request, best first. */
export function buildRanking(query: string, documents: readonly string[], topN = documents.length): Rank[] {
  return documents
    .map((document, index) => ({ index, relevance_score: parseRelevance(query, document) }))
    .toSorted((one, other) => other.relevance_score - one.relevance_score)
    .slice(0, topN);
}
