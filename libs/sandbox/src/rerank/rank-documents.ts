import { STOP_WORDS, foldText } from '../embedding/features.js';

/** The k1 of BM25: how soon repetitions of a term stop counting. */
const K1 = 1.2;
/** The b of BM25: how much long documents are penalized. */
const B = 0.75;
/** A document of average length that has each term once scores 1 / (1 + this). */
const HALFWAY_SHARE = 0.25;

const DOUBLED_ENDING = /([bdfgmnprt])\1$/;

const STOP_TERMS = new Set(Array.from(STOP_WORDS, stem));

interface IndexedDocument {
  counts: ReadonlyMap<string, number>;
  length: number;
}

const UNSPACED = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}';
/** A run of a script without spaces, or a word of another script. */
const RUNS = new RegExp(
  `(?<unspaced>[${UNSPACED}]{1,256})|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}]){1,256}`,
  'gu',
);

/**
 * The relevance of each document, in the given order: BM25 over these documents, mapped to 0 to 1 as s / (s + k),
 * where k is a share of the total weight of the query's terms. Scores of different queries cannot be compared.
 */
export function rankDocuments(query: string, documents: readonly string[]): number[] {
  const indexed = documents.map(indexDocument);
  const weights = computeTermWeights(parseQueryTerms(query), indexed);
  const averageLength = indexed.reduce((sum, { length }) => sum + length, 0) / indexed.length;
  const halfway = HALFWAY_SHARE * Array.from(weights.values()).reduce((sum, weight) => sum + weight, 0);
  return indexed.map((document) => {
    const score = getScore(document, weights, averageLength);
    return score === 0 ? 0 : score / (score + halfway);
  });
}

/** The indexes of the scores from best to worst, stable for equal scores. */
export function sortBestFirst(scores: readonly number[]): number[] {
  return Array.from(scores.keys()).toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
}

/** Stop words count only if the query has no other words. */
function parseQueryTerms(query: string): Set<string> {
  const terms = new Set(parseTerms(query));
  const significant = new Set(Array.from(terms).filter((term) => !STOP_TERMS.has(term)));
  return significant.size > 0 ? significant : terms;
}

function indexDocument(text: string): IndexedDocument {
  const terms = parseTerms(text);
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { counts, length: terms.length };
}

/**
 * Rare terms weigh more. The one inside the logarithm keeps the weight above zero for terms that most documents
 * contain.
 */
function computeTermWeights(
  terms: ReadonlySet<string>,
  documents: readonly IndexedDocument[],
): Map<string, number> {
  return new Map(
    Array.from(terms, (term) => {
      const count = documents.filter(({ counts }) => counts.has(term)).length;
      return [term, Math.log(1 + (documents.length - count + 0.5) / (count + 0.5))];
    }),
  );
}

function getScore(
  { counts, length }: IndexedDocument,
  weights: ReadonlyMap<string, number>,
  averageLength: number,
): number {
  let score = 0;
  for (const [term, weight] of weights) {
    const count = counts.get(term) ?? 0;
    if (count === 0) continue;
    score += (weight * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / averageLength));
  }
  return score;
}

/** The terms of a text: stems of words, and characters and their pairs in Chinese or Japanese. */
function parseTerms(text: string): string[] {
  return Array.from(foldText(text).matchAll(RUNS)).flatMap(({ 0: run, groups }) =>
    groups?.['unspaced'] === undefined ? [stem(run)] : charactersAndPairs(run),
  );
}

function charactersAndPairs(run: string): string[] {
  const characters = Array.from(run);
  const pairs = characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`);
  return [...characters, ...pairs];
}

/** Removes plural, -ing and -ed endings of English words, so that "hiking boots" matches "a boot to hike in". */
export function stem(word: string): string {
  const singular = removePlural(word);
  const base = removeEnding(singular, 'ing') ?? removeEnding(singular, 'ed') ?? singular;
  return base.length > 3 && base.endsWith('e') ? base.slice(0, -1) : base;
}

function removePlural(word: string): string {
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|ss|x|z)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

/** "king" and "red" are unchanged: the rest must have three letters and a vowel. */
function removeEnding(word: string, ending: 'ing' | 'ed'): string | undefined {
  if (!word.endsWith(ending)) return undefined;
  const base = word.slice(0, -ending.length);
  if (base.length < 3 || !/[aeiouy]/.test(base)) return undefined;
  return DOUBLED_ENDING.test(base) ? base.slice(0, -1) : base;
}
