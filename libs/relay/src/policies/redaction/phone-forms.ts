import { type DigitGroup } from './digit-groups.js';

/** The possible numbers of groups of a phone number that begins with the first group, in any order. */
type PhoneForm = (groups: readonly DigitGroup[]) => number[];

const MAX_INTERNATIONAL_DIGITS = 15;
const MAX_INTERNATIONAL_GROUPS = 8;

/** `+49 30 1234567`, `+1 (212) 555-0123`, `+491701234567`, `0049 30 1234567`. */
const international: PhoneForm = (groups) => {
  const [first] = groups;
  const hasPlus = first?.before.includes('+') === true;
  const country = hasPlus ? first.digits : /^00(.+)$/.exec(first?.digits ?? '')?.[1];
  if (country === undefined || !/^[1-9]/.test(country)) return [];
  const lengths: number[] = [];
  let digitCount = country.length;
  for (let length = 1; length <= Math.min(groups.length, MAX_INTERNATIONAL_GROUPS); length += 1) {
    const group = groups[length - 1];
    if (length > 1) {
      if (group === undefined || !isInternationalGroup(group, length)) break;
      digitCount += group.digits.length;
    }
    if (digitCount > MAX_INTERNATIONAL_DIGITS) break;
    // Digits without a gap could be any number, so a plus sign and a plausible length are required.
    const min = length === 1 ? 9 : 8;
    if (digitCount >= min && (hasPlus || length > 1)) lengths.push(length);
  }
  return lengths;
};

/**
 * A single digit may be the area code, which is the second group, or `(0)`, which is only dialled within the country.
 */
function isInternationalGroup({ digits, before }: DigitGroup, position: number): boolean {
  return digits.length > 1 || position === 2 || (digits === '0' && before.endsWith('('));
}

/** `(212) 555-0123`, `212-555-0123`, `1 212 555 0123`. */
const northAmerican: PhoneForm = (groups) => {
  if (groups[0]?.before.includes('+')) return [];
  const skipped = groups[0]?.digits === '1' ? 1 : 0;
  const [area, exchange, line, next] = groups.slice(skipped);
  if (area === undefined || exchange === undefined || line === undefined) return [];
  const areCodes = [area, exchange].every(({ digits }) => /^[2-9]\d\d$/.test(digits));
  if (!areCodes || line.digits.length !== 4) return [];
  const isEvenlySet = exchange.before === line.before || exchange.before.startsWith(')');
  // Another group with the same separator means that this is a longer number of another kind.
  if (!isEvenlySet || next?.before === line.before) return [];
  return [skipped + 3];
};

/** With the national prefix 0: `030 1234567`, `(0171) 1234567`, `01 23 45 67 89`. */
const national: PhoneForm = (groups) => {
  const [area, ...others] = groups;
  const [second, ...rest] = others;
  if (area === undefined || second === undefined || area.before.includes('+')) return [];
  if (!/^0[1-9]\d{0,3}$/.test(area.digits)) return [];
  const areParts = others.every(({ digits }) => digits.length >= 2 && digits.length <= 8);
  const isEvenlySet = rest.every(({ before }) => before === rest[0]?.before && /^[ \u00a0.-]$/.test(before));
  if (!areParts || !isEvenlySet || (second.before === '.' && rest.length === 0)) return [];
  const digitCount = groups.reduce((sum, { digits }) => sum + digits.length, 0);
  const max = rest.length === 0 ? 12 : 11;
  return digitCount >= 9 && digitCount <= max ? [groups.length] : [];
};

export const PHONE_FORMS: readonly PhoneForm[] = [international, northAmerican, national];
