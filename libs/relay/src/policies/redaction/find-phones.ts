import { withoutTrailing } from '#canonical';
import { type DigitGroup, digitClusters } from './digit-groups.js';
import { PHONE_FORMS } from './phone-forms.js';
import { type Span } from './span.js';
import { isPartOfDecimal } from './word-edge.js';

/** More than any number has, so that it can be seen whether one ends. */
const MAX_GROUPS_SEEN = 10;
const CLUSTERS = {
  pattern: /\(?\+?\(?\d+(?:(?:\)?[ \u00a0\u2011./-]\(?|\)|\()\d+){0,9999}/g,
  minCharacters: 8,
};
/** Each form begins with one of these. */
const BEGINNING = /^(?:0\d|1$|[2-9]\d\d$)/;

/**
 * Phone numbers. A number begins where digits begin, or right behind another number: what comes after a digit that
 * belongs to something else is not taken for one.
 */
export function findPhones(text: string): Span[] {
  const spans: Span[] = [];
  for (const groups of digitClusters(text, CLUSTERS)) {
    let index = 0;
    let length = phoneLength(text, groups, index);
    while (length > 0) {
      spans.push(buildSpan(text, groups.slice(index, index + length)));
      index += length;
      length = phoneLength(text, groups, index);
    }
  }
  return spans;
}

/** In how many groups from here a number stands: 0 where there is none. */
function phoneLength(text: string, all: readonly DigitGroup[], index: number): number {
  const first = all[index];
  if (first === undefined || !(first.before.includes('+') || BEGINNING.test(first.digits))) return 0;
  const groups = all.slice(index, index + MAX_GROUPS_SEEN);
  const lengths = PHONE_FORMS.flatMap((form) => form(groups));
  const [longest = 0] = lengths
    .filter((length) => isWhole(text, first.start, groups[length - 1]?.end ?? first.end))
    .toSorted((a, b) => b - a);
  return longest;
}

/** Not cut out of a decimal or a sum. */
function isWhole(text: string, start: number, end: number): boolean {
  return !isPartOfDecimal(text, start, end) && text[end] !== '+';
}

/** With the plus sign and a bracket, unless that closes elsewhere. */
function buildSpan(text: string, groups: readonly DigitGroup[]): Span {
  const [first] = groups;
  if (first === undefined) throw new Error('a phone number has digits');
  const end = groups.at(-1)?.end ?? first.end;
  const lead = first.before.slice(withoutTrailing(first.before, '(+').length);
  const start = first.start - lead.length;
  const hasClosing = text.slice(start, end).includes(')');
  const isOpenedInVain = lead.startsWith('(') && !hasClosing;
  return { start: isOpenedInVain ? start + 1 : start, end };
}
