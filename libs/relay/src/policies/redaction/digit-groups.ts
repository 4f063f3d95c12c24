import { isWordAt, isWordBefore } from './word-edge.js';

export interface DigitGroup {
  start: number;
  end: number;
  digits: string;
  /** The text between this group and the one before. For the first group, the signs that belong to it. */
  before: string;
}

interface ClusterPattern {
  /**
   * Matches groups of digits and their separators. Separators have no digits, so a text matches in one way only. The
   * number of groups is bounded because millions of them would overflow the stack of the regex engine.
   */
  pattern: RegExp;
  /** Shorter clusters are skipped. */
  minCharacters: number;
}

/** Finds clusters of digit groups in a text, without groups that adjoin a word. */
export function* findDigitClusters(
  text: string,
  { pattern, minCharacters }: ClusterPattern,
): Generator<DigitGroup[]> {
  for (const { 0: cluster, index } of text.matchAll(pattern)) {
    if (cluster.length < minCharacters) continue;
    const groups = parseGroups(cluster, index);
    if (touchesWord(text, cluster, index)) groups.shift();
    if (isWordAt(text, index + cluster.length)) groups.pop();
    yield groups;
  }
}

/** An opening bracket separates a group from a word. A plus sign after a word is an addition. */
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
