import { type DigitGroup, findDigitClusters } from './digit-groups.js';
import { type Span } from './span.js';
import { isPartOfDecimal } from './word-edge.js';

const CLUSTERS = { pattern: /\d+(?:[ \u00a0-]\d+){0,9999}/g, minCharacters: 13 };

const ZERO = 0x30;

/** The prefixes and lengths of the issuers' numbers. */
const ISSUERS: readonly { prefix: RegExp; lengths: readonly number[] }[] = [
  { prefix: /^4/, lengths: [13, 16, 19] },
  { prefix: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { prefix: /^3[47]/, lengths: [15] },
  { prefix: /^(?:30[0-5]|36|38|39)/, lengths: [14] },
  { prefix: /^(?:6011|64[4-9]|65)/, lengths: [16, 19] },
  { prefix: /^35(?:2[89]|[3-8])/, lengths: [16, 19] },
  { prefix: /^62/, lengths: [16, 17, 18, 19] },
  { prefix: /^220[0-4]/, lengths: [16, 19] },
  { prefix: /^(?:5018|5020|5038|5893|6304|6759|676[1-3])/, lengths: [13, 16, 19] },
];

/** How numbers are grouped: the lengths of the groups, longer numbers first. */
const GROUPINGS: readonly (readonly number[])[] = [
  [4, 4, 4, 4, 3],
  [4, 4, 4, 4, 2],
  [4, 4, 4, 4, 1],
  [4, 4, 4, 4],
  [4, 3, 3, 3],
  [4, 6, 5],
  [4, 6, 4],
  [4, 4, 5],
  [6, 13],
];

/** Finds payment card numbers: with the prefix, length and grouping of an issuer and a valid check digit. */
export function findCards(text: string): Span[] {
  const spans: Span[] = [];
  for (const groups of findDigitClusters(text, CLUSTERS)) {
    let index = 0;
    while (index < groups.length) {
      const card = findLongestCard(text, groups, index);
      if (card !== undefined) spans.push(card.span);
      index += card?.groupCount ?? 1;
    }
  }
  return spans;
}

function findLongestCard(
  text: string,
  groups: readonly DigitGroup[],
  first: number,
): { span: Span; groupCount: number } | undefined {
  for (const groupCount of listPossibleCounts(groups, first)) {
    const candidate = groups.slice(first, first + groupCount);
    const span = { start: candidate[0]?.start ?? 0, end: candidate.at(-1)?.end ?? 0 };
    const number = candidate.map(({ digits }) => digits).join('');
    if (isCard(number) && !isPartOfDecimal(text, span.start, span.end)) return { span, groupCount };
  }
  return undefined;
}

/** The possible numbers of groups of a card number that begins here. */
function listPossibleCounts(groups: readonly DigitGroup[], first: number): number[] {
  const length = groups[first]?.digits.length ?? 0;
  if (length >= 13) return [1];
  // Skips the other lengths early, because there may be millions of groups.
  if (length !== 4 && length !== 6) return [];
  const gap = groups[first + 1]?.before;
  return GROUPINGS.filter((lengths) =>
    lengths.every((expected, index) => {
      const group = groups[first + index];
      return group?.digits.length === expected && (index === 0 || group.before === gap);
    }),
  ).map(({ length: groupCount }) => groupCount);
}

function isCard(number: string): boolean {
  return (
    hasRightCheckDigit(number) &&
    ISSUERS.some(({ prefix, lengths }) => lengths.includes(number.length) && prefix.test(number))
  );
}

/** The Luhn algorithm: every second digit from the right counts twice. */
function hasRightCheckDigit(number: string): boolean {
  let sum = 0;
  for (let index = 0; index < number.length; index += 1) {
    const digit = number.charCodeAt(number.length - 1 - index) - ZERO;
    const weighed = index % 2 === 0 ? digit : digit * 2;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
}
