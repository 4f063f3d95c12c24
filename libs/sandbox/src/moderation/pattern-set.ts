import { getClassWords } from './word-classes.js';

interface PatternStep {
  /** The notation, such as `<me>` or `make|build`. Steps with the same notation are equal. */
  source: string;
  words: readonly string[];
  /** The maximum number of other words before it. */
  maxGap: number;
}

type Pattern = readonly [PatternStep, ...PatternStep[]];

const GAPS = new Map([
  ['..', 3],
  ['...', 8],
]);

interface Span {
  start: number;
  end: number;
}

export interface Match<T> extends Span {
  value: T;
}

interface Entry<T> {
  pattern: Pattern;
  value: T;
}

/** Finds many patterns in a passage at once. `end` is the index of the last word, inclusive. */
export class PatternSet<T> {
  readonly vocabulary: ReadonlySet<string>;
  private readonly stepsByWord = new Map<string, string[]>();
  private readonly entriesByFirstStep = new Map<string, Entry<T>[]>();

  constructor(sources: Iterable<readonly [pattern: string, value: T]>) {
    const steps = new Map<string, PatternStep>();
    for (const [source, value] of sources) {
      const pattern = parsePattern(source);
      for (const step of pattern) steps.set(step.source, step);
      append(this.entriesByFirstStep, pattern[0].source, { pattern, value });
    }
    for (const step of steps.values())
      for (const word of step.words) append(this.stepsByWord, word, step.source);
    this.vocabulary = new Set(this.stepsByWord.keys());
  }

  *find(words: readonly string[]): Generator<Match<T>> {
    const positions = this.findStepPositions(words);
    for (const step of positions.keys()) {
      for (const { pattern, value } of this.entriesByFirstStep.get(step) ?? [])
        for (const span of findSpans(pattern, positions)) yield { ...span, value };
    }
  }

  private findStepPositions(words: readonly string[]): Map<string, number[]> {
    const positions = new Map<string, number[]>();
    for (const [index, word] of words.entries())
      for (const step of this.stepsByWord.get(word) ?? []) append(positions, step, index);
    return positions;
  }
}

function findSpans([first, ...others]: Pattern, positions: ReadonlyMap<string, readonly number[]>): Span[] {
  if (others.some((step) => !positions.has(step.source))) return [];
  let spans = (positions.get(first.source) ?? []).map((position) => ({ start: position, end: position }));
  for (const step of others) {
    if (spans.length === 0) break;
    spans = extendSpans(spans, positions.get(step.source) ?? [], step.maxGap);
  }
  return spans;
}

/** Both lists are sorted, so one pass pairs each position with the nearest span before it. */
function extendSpans(spans: readonly Span[], positions: readonly number[], maxGap: number): Span[] {
  const longer: Span[] = [];
  let next = 0;
  for (const position of positions) {
    while ((spans[next]?.end ?? position) < position) next += 1;
    const nearest = spans[next - 1];
    if (nearest !== undefined && position - nearest.end - 1 <= maxGap)
      longer.push({ start: nearest.start, end: position });
  }
  return longer;
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/**
 * Parses `<me> .. <will> .. end my life`: words, `either|or`, word classes in angle brackets, and gaps of up to three
 * (`..`) or eight (`...`) words.
 */
function parsePattern(source: string): Pattern {
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
  return name === undefined ? [alternative] : getClassWords(name);
}
