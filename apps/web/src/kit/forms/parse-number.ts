export interface NumberRules {
  min?: number | undefined;
  max?: number | undefined;
  /** 0 for whole numbers. */
  maxDecimals: number;
}

/** What the text of a number field says; empty text is `''`. */
export type ParsedNumber = { value: number | ''; problem?: undefined } | { problem: string };

/** Digits, in groups of three or without groups, and decimals after a point. */
const NUMBER = /^-?(?:\d{1,15}|\d{1,3}(?:[ ,\u{a0}\u{202f}]\d{3}){1,4})?(?:\.(?<decimals>\d{0,15}))?$/u;
const SEPARATORS = /[ ,\u{a0}\u{202f}]/gu;
/** More digits than a number can hold exactly. */
const MAX_DIGITS = 15;
const MAX_LENGTH = 40;

/** Reads a number exactly as it is written. A text that could mean another number is a problem, and never a guess. */
export function parseNumber(text: string, { min, max, maxDecimals }: NumberRules): ParsedNumber {
  const trimmed = text.trim();
  if (trimmed === '') return { value: '' };
  const match = trimmed.length > MAX_LENGTH ? null : NUMBER.exec(trimmed);
  const digits = trimmed.replaceAll(/\D/g, '').length;
  if (match === null || digits === 0) return { problem: describeExpected(maxDecimals) };
  if (digits > MAX_DIGITS) return { problem: `Enter at most ${MAX_DIGITS} digits.` };
  const decimals = match.groups?.['decimals']?.length ?? 0;
  if (decimals > maxDecimals) {
    return {
      problem: maxDecimals === 0 ? 'Enter a whole number.' : `Enter at most ${maxDecimals} decimals.`,
    };
  }
  const value = Number(trimmed.replaceAll(SEPARATORS, ''));
  const isOutside = (min !== undefined && value < min) || (max !== undefined && value > max);
  return isOutside ? { problem: describeBounds(min, max) } : { value };
}

/** With groups of digits, as in 1,000,000. */
export function formatNumber(value: number | ''): string {
  return value === '' ? '' : value.toLocaleString('en', { maximumFractionDigits: 15 });
}

function describeExpected(maxDecimals: number): string {
  return maxDecimals === 0 ? 'Enter a whole number, such as 1500.' : 'Enter a number, such as 1500 or 0.5.';
}

function describeBounds(min: number | undefined, max: number | undefined): string {
  if (min === undefined) return `Enter ${formatNumber(max ?? '')} or less.`;
  if (max === undefined) return `Enter ${formatNumber(min)} or more.`;
  return `Enter a number from ${formatNumber(min)} to ${formatNumber(max)}.`;
}
