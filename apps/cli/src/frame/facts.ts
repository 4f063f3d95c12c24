import { displayWidth, padEnd, printable } from './display-width.js';

/** What something is called, and what it is; one that is nothing is left out. */
export type Fact = readonly [label: string, value: string | number | null | undefined];

const GAP = '  ';

/** One line for each fact about one thing. */
export function formatFacts(facts: readonly Fact[]): string[] {
  const known = facts.filter(([, value]) => value !== null && value !== undefined && value !== '');
  const width = Math.max(0, ...known.map(([label]) => displayWidth(label)));
  return known.map(([label, value]) => `${padEnd(label, width)}${GAP}${printable(String(value))}`);
}
