import { STOP_WORDS, foldText } from '../embedding/features.js';

/** How soon further mentions of a term stop counting. */
const K1 = 1.2;
/** How much long documents are held back. */
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
/** A run of a script without spaces, or a word of any other. */
const RUNS = new RegExp(
  `(?<unspaced>[${UNSPACED}]{1,256})|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}]){1,256}`,
  'gu',
);

/**
 * The relevance of each document, in the order given: BM25 over these documents, brought between 0 and 1 as
 * s / (s + k), where k is a share of what the query's terms weigh together. Scores of one query may be
 * compared with each other, not with those of another.
 */
export function rankDocuments(query: string, documents: readonly string[]): number[] {
  const indexed = documents.map(indexDocument);
  const weights = termWeights(queryTerms(query), indexed);
  const averageLength = indexed.reduce((sum, { length }) => sum + length, 0) / indexed.length;
  const halfway = HALFWAY_SHARE * Array.from(weights.values()).reduce((sum, weight) => sum + weight, 0);
  return indexed.map((document) => {
    const score = getScore(document, weights, averageLength);
    return score === 0 ? 0 : score / (score + halfway);
  });
}

/** Places of the scores from the best to the worst; equal ones keep their order. */
export function bestFirst(scores: readonly number[]): number[] {
  return Array.from(scores.keys()).toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
}

/** Stop words count only in a query that has no others. */
function queryTerms(query: string): Set<string> {
  const terms = new Set(parseTerms(query));
  const telling = new Set(Array.from(terms).filter((term) => !STOP_TERMS.has(term)));
  return telling.size > 0 ? telling : terms;
}

function indexDocument(text: string): IndexedDocument {
  const terms = parseTerms(text);
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { counts, length: terms.length };
}

/** Rare terms weigh more. The one inside the logarithm keeps terms that most documents have above zero. */
function termWeights(terms: ReadonlySet<string>, documents: readonly IndexedDocument[]): Map<string, number> {
  return new Map(
    Array.from(terms, (term) => {
      const having = documents.filter(({ counts }) => counts.has(term)).length;
      return [term, Math.log(1 + (documents.length - having + 0.5) / (having + 0.5))];
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

/** The terms by which texts are compared: stems of words, and characters and their pairs in Chinese or Japanese. */
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

/** Takes plurals, -ing and -ed off English words, so that "hiking boots" finds "a boot to hike in". */
export function stem(word: string): string {
  const singular = withoutPlural(word);
  const base = withoutEnding(singular, 'ing') ?? withoutEnding(singular, 'ed') ?? singular;
  return base.length > 3 && base.endsWith('e') ? base.slice(0, -1) : base;
}

function withoutPlural(word: string): string {
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|ss|x|z)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

/** Leaves "king" and "red" alone: what remains must be a syllable of three letters or more. */
function withoutEnding(word: string, ending: 'ing' | 'ed'): string | undefined {
  if (!word.endsWith(ending)) return undefined;
  const base = word.slice(0, -ending.length);
  if (base.length < 3 || !/[aeiouy]/.test(base)) return undefined;
  return DOUBLED_ENDING.test(base) ? base.slice(0, -1) : base;
}
