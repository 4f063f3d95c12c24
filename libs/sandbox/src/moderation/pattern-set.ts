import { toClassWords } from './word-classes.js';

interface PatternStep {
  /** What stands in the source, such as `<me>` or `make|build`: steps that read the same are the same. */
  source: string;
  words: readonly string[];
  /** How many other words may stand before it. */
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

/** Finds many patterns in a passage at once. Positions of `end` are those of the last word, inclusive. */
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
    const places = this.getStepsPlaces(words);
    for (const step of places.keys()) {
      for (const { pattern, value } of this.entriesByFirstStep.get(step) ?? [])
        for (const span of buildSpans(pattern, places)) yield { ...span, value };
    }
  }

  private getStepsPlaces(words: readonly string[]): Map<string, number[]> {
    const places = new Map<string, number[]>();
    for (const [index, word] of words.entries())
      for (const step of this.stepsByWord.get(word) ?? []) append(places, step, index);
    return places;
  }
}

function buildSpans([first, ...others]: Pattern, places: ReadonlyMap<string, readonly number[]>): Span[] {
  if (others.some((step) => !places.has(step.source))) return [];
  let spans = (places.get(first.source) ?? []).map((place) => ({ start: place, end: place }));
  for (const step of others) {
    if (spans.length === 0) break;
    spans = extend(spans, places.get(step.source) ?? [], step.maxGap);
  }
  return spans;
}

/** Both lists ascend, so one pass pairs each place with the nearest span before it. */
function extend(spans: readonly Span[], places: readonly number[], maxGap: number): Span[] {
  const longer: Span[] = [];
  let next = 0;
  for (const place of places) {
    while ((spans[next]?.end ?? place) < place) next += 1;
    const nearest = spans[next - 1];
    if (nearest !== undefined && place - nearest.end - 1 <= maxGap)
      longer.push({ start: nearest.start, end: place });
  }
  return longer;
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/**
 * Reads `<me> .. <will> .. end my life`: words, `either|or`, classes of words in angle brackets, and gaps of
 * up to three (`..`) or eight (`...`) words.
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
  return name === undefined ? [alternative] : toClassWords(name);
}
