import { foldText } from './fold-text.js';
import { STOP_WORDS } from './stop-words.js';

const WORD_WEIGHT = 1;
const PAIR_WEIGHT = 0.5;
const PIECES_WEIGHT = 1;
const STOP_WORD_FACTOR = 0.15;
const SHORTEST_PIECE = 3;
const LONGEST_PIECE = 5;

/** Written without spaces between words, so that each character counts as one. */
const UNSPACED = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}';
/** Symbols and emoji are words too, punctuation is not. */
const WORDS = new RegExp(`[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}]){1,256}|\\p{S}`, 'gu');

export interface Feature {
  /** The kind is part of the name, so that a word and the same letters inside another differ. */
  name: string;
  weight: number;
}

/** What a text consists of: its words, pairs of neighbours, and the pieces of its words. */
export function* featuresOf(text: string): Generator<Feature> {
  const words = readWords(text);
  for (const [word, count] of countEach(words)) {
    const weight = dampen(count) * (STOP_WORDS.has(word) ? STOP_WORD_FACTOR : 1);
    yield { name: `word ${word}`, weight: weight * WORD_WEIGHT };
    yield* pieceFeatures(word, weight * PIECES_WEIGHT);
  }
  for (const [pair, count] of countEach(pairsOf(words)))
    yield { name: `pair ${pair}`, weight: dampen(count) * PAIR_WEIGHT };
}

function readWords(text: string): string[] {
  return foldText(text).match(WORDS) ?? [];
}

/** A pair of stop words says nothing. */
function pairsOf(words: readonly string[]): string[] {
  return words.slice(1).flatMap((word, index) => {
    const previous = words[index] ?? '';
    return STOP_WORDS.has(previous) && STOP_WORDS.has(word) ? [] : [`${previous} ${word}`];
  });
}

/** The pieces share the weight, so that a long word is not worth more than a short one. */
function* pieceFeatures(word: string, weight: number): Generator<Feature> {
  const pieces = piecesOf(`<${word}>`);
  const share = weight / Math.sqrt(pieces.length);
  for (const piece of pieces) yield { name: `piece ${piece}`, weight: share };
}

function piecesOf(marked: string): string[] {
  const pieces: string[] = [];
  for (let length = SHORTEST_PIECE; length <= LONGEST_PIECE; length += 1)
    for (let start = 0; start + length <= marked.length; start += 1)
      pieces.push(marked.slice(start, start + length));
  return pieces;
}

function countEach(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** The tenth mention adds less than the first. */
function dampen(count: number): number {
  return 1 + Math.log(count);
}
