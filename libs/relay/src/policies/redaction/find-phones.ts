import { withoutTrailing } from '#canonical';
import { type DigitGroup, findDigitClusters } from './digit-groups.js';
import { PHONE_FORMS } from './phone-forms.js';
import { type Span } from './span.js';
import { isPartOfDecimal } from './word-edge.js';

/** More groups than any number has, to see where a number ends. */
const MAX_GROUPS = 10;
const CLUSTERS = {
  pattern: /\(?\+?\(?\d+(?:(?:\)?[ \u00a0\u2011./-]\(?|\)|\()\d+){0,9999}/g,
  minCharacters: 8,
};
/** Each form begins with one of these groups. */
const BEGINNING = /^(?:0\d|1$|[2-9]\d\d$)/;

/**
 * Finds phone numbers. A number starts at the beginning of a cluster or directly after another number, not in the
 * middle of other digits.
 */
export function findPhones(text: string): Span[] {
  const spans: Span[] = [];
  for (const groups of findDigitClusters(text, CLUSTERS)) {
    let index = 0;
    let length = findPhoneLength(text, groups, index);
    while (length > 0) {
      spans.push(buildSpan(text, groups.slice(index, index + length)));
      index += length;
      length = findPhoneLength(text, groups, index);
    }
  }
  return spans;
}

/** The number of groups of the phone number that starts here, 0 if there is none. */
function findPhoneLength(text: string, all: readonly DigitGroup[], index: number): number {
  const first = all[index];
  if (first === undefined || !(first.before.includes('+') || BEGINNING.test(first.digits))) return 0;
  const groups = all.slice(index, index + MAX_GROUPS);
  const lengths = PHONE_FORMS.flatMap((form) => form(groups));
  const [longest = 0] = lengths
    .filter((length) => isWhole(text, first.start, groups[length - 1]?.end ?? first.end))
    .toSorted((a, b) => b - a);
  return longest;
}

/** Whether the digits are not part of a decimal or an addition. */
function isWhole(text: string, start: number, end: number): boolean {
  return !isPartOfDecimal(text, start, end) && text[end] !== '+';
}

/** Includes the plus sign, and an opening bracket if it is closed within the number. */
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
