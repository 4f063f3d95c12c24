import { toClassWords } from './word-classes.js';

export interface PatternStep {
  /** What stands in the source, such as `<me>` or `make|build`: steps that read the same are the same. */
  source: string;
  words: readonly string[];
  /** How many other words may stand before it. */
  maxGap: number;
}

export type Pattern = readonly [PatternStep, ...PatternStep[]];

const GAPS = new Map([
  ['..', 3],
  ['...', 8],
]);

/**
 * Reads `<me> .. <will> .. end my life`: words, `either|or`, classes of words in angle brackets, and gaps of
 * up to three (`..`) or eight (`...`) words.
 */
export function parsePattern(source: string): Pattern {
  const steps: PatternStep[] = [];
  let maxGap = 0;
  for (const part of source.split(' ')) {
    const gap = GAPS.get(part);
    if (gap === undefined) steps.push({ source: part, words: part.split('|').flatMap(parseWords), maxGap });
    maxGap = gap ?? 0;
  }
  const [first, ...others] = steps;
  if (first === undefined) throw new Error(`The pattern "${source}" has no words.`);
  return [first, ...others];
}

function parseWords(alternative: string): readonly string[] {
  const name = /^<(.+)>$/.exec(alternative)?.[1];
  return name === undefined ? [alternative] : toClassWords(name);
}
