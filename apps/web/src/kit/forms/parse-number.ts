export interface NumberRules {
  min?: number | undefined;
  max?: number | undefined;
  /** 0 for whole numbers. */
  maxDecimals: number;
}

/** The value of a number field; `''` for an empty field. */
export type ParsedNumber = { value: number | ''; problem?: undefined } | { problem: string };

/** Digits, optionally grouped by three, and decimals after a point. */
const NUMBER = /^-?(?:\d{1,15}|\d{1,3}(?:[ ,\u{a0}\u{202f}]\d{3}){1,4})?(?:\.(?<decimals>\d{0,15}))?$/u;
const SEPARATORS = /[ ,\u{a0}\u{202f}]/gu;
/** A JavaScript number is exact up to 15 digits. */
const MAX_DIGITS = 15;
const MAX_LENGTH = 40;

/** Parses a number without guessing: a text that could mean more than one number is rejected. */
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

/** Groups digits, as in 1,000,000. */
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
