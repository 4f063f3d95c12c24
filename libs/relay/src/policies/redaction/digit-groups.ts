import { isWordAt, isWordBefore } from './word-edge.js';

export interface DigitGroup {
  start: number;
  end: number;
  digits: string;
  /** What stands between it and the group before it; for the first, what belongs to it and stands before. */
  before: string;
}

interface Shape {
  /**
   * Groups of digits that stand together. Separators have no digits, so there is one way to read each text. Without a bound a
   * text of millions of groups would be more than the engine's stack holds.
   */
  pattern: RegExp;
  /** Shorter clusters are of no interest. */
  minCharacters: number;
}

/** The clusters of groups in a text, without those groups that touch a word. */
export function* digitClusters(text: string, { pattern, minCharacters }: Shape): Generator<DigitGroup[]> {
  for (const { 0: cluster, index } of text.matchAll(pattern)) {
    if (cluster.length < minCharacters) continue;
    const groups = parseGroups(cluster, index);
    if (touchesWord(text, cluster, index)) groups.shift();
    if (isWordAt(text, index + cluster.length)) groups.pop();
    yield groups;
  }
}

/** A bracket keeps words off; a plus sign behind a word is a sum. */
function touchesWord(text: string, cluster: string, index: number): boolean {
  return !cluster.startsWith('(') && isWordBefore(text, index);
}

function parseGroups(cluster: string, offset: number): DigitGroup[] {
  let behindLast = 0;
  return Array.from(cluster.matchAll(/\d+/g), ({ 0: digits, index }) => {
    const before = cluster.slice(behindLast, index);
    behindLast = index + digits.length;
    return { start: offset + index, end: offset + behindLast, digits, before };
  });
}
