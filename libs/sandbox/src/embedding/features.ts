const WORD_WEIGHT = 1;
const PAIR_WEIGHT = 0.5;
const NGRAMS_WEIGHT = 1;
const STOP_WORD_FACTOR = 0.15;
const MIN_NGRAM_LENGTH = 3;
const MAX_NGRAM_LENGTH = 5;

/** Scripts without spaces between words. Each of their characters counts as a word. */
const UNSPACED = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}';
/** Symbols and emoji count as words, punctuation does not. */
const WORDS = new RegExp(`[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}]){1,256}|\\p{S}`, 'gu');

interface Feature {
  /** Contains the kind, so that a word differs from the same letters within another word. */
  name: string;
  weight: number;
}

/** No script has more marks on a letter, and normalizing a long run of them takes quadratic time. */
const EXCESS_MARKS = /(?<=\p{M}{8})\p{M}/gu;
const APOSTROPHES = /['’]/g;

const STOP_WORD_LIST = `
a about after all also am an and any are as at be because been before being but by can could did do does
doing for from had has have having he her here him his how i if in into is it its just me more most my no
not of off on once only or other our out over own she should so some such than that the their them then
there these they this those through to too under until up very was we were what when where which while
who whom why will with would you your`;

/** Frequent words that do not show what a text is about. */
export const STOP_WORDS: ReadonlySet<string> = new Set(STOP_WORD_LIST.trim().split(/\s+/));

/** The features of a text: its words, pairs of adjacent words, and n-grams of its words. */
export function* generateFeatures(text: string): Generator<Feature> {
  const words = readWords(text);
  for (const [word, count] of countEach(words)) {
    const weight = dampen(count) * (STOP_WORDS.has(word) ? STOP_WORD_FACTOR : 1);
    yield { name: `word ${word}`, weight: weight * WORD_WEIGHT };
    yield* generateNgramFeatures(word, weight * NGRAMS_WEIGHT);
  }
  for (const [pair, count] of countEach(getPairs(words)))
    yield { name: `pair ${pair}`, weight: dampen(count) * PAIR_WEIGHT };
}

function readWords(text: string): string[] {
  return foldText(text).match(WORDS) ?? [];
}

/** Pairs of two stop words are omitted. */
function getPairs(words: readonly string[]): string[] {
  return words.slice(1).flatMap((word, index) => {
    const previous = words[index] ?? '';
    return STOP_WORDS.has(previous) && STOP_WORDS.has(word) ? [] : [`${previous} ${word}`];
  });
}

/** The n-grams share the weight, so that a long word does not weigh more than a short one. */
function* generateNgramFeatures(word: string, weight: number): Generator<Feature> {
  const ngrams = toNgrams(`<${word}>`);
  const share = weight / Math.sqrt(ngrams.length);
  for (const ngram of ngrams) yield { name: `piece ${ngram}`, weight: share };
}

function toNgrams(marked: string): string[] {
  const ngrams: string[] = [];
  for (let length = MIN_NGRAM_LENGTH; length <= MAX_NGRAM_LENGTH; length += 1)
    for (let start = 0; start + length <= marked.length; start += 1)
      ngrams.push(marked.slice(start, start + length));
  return ngrams;
}

function countEach(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** Each repetition adds less weight. */
function dampen(count: number): number {
  return 1 + Math.log(count);
}

/** Removes differences of case, width, composition and apostrophes. */
export function foldText(text: string): string {
  return text.replaceAll(EXCESS_MARKS, '').normalize('NFKC').toLowerCase().replaceAll(APOSTROPHES, '');
}
