import { type Span } from './span.js';

const MAX_LOCAL_PART_LENGTH = 64;
const MAX_DOMAIN_LENGTH = 255;
const LOCAL_SIGNS = "._%+'-";
const DOMAIN_SIGNS = '.-';
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;
const TOP_LEVEL = /^(?:\p{L}[\p{L}\p{M}]+|xn--[a-z0-9-]+)$/iu;
/** `photo@2x.png` is a file name. */
const RESOLUTION = /^\d+x$/;
/** `git@` is the account of code hosts, not of a person. */
const GIT = 'git';

/** Finds e-mail addresses. From each @ it searches in both directions, up to the maximum length of an address. */
export function findEmails(text: string): Span[] {
  const spans: Span[] = [];
  let behindLast = 0;
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const start = findStartOfLocalPart(text, at, behindLast);
    if (start === at || text.slice(start, at) === GIT) continue;
    const end = findEndOfDomain(text, at + 1);
    if (end === undefined) continue;
    spans.push({ start, end });
    behindLast = end;
  }
  return spans;
}

function findStartOfLocalPart(text: string, at: number, earliest: number): number {
  const nearest = Math.max(earliest, at - MAX_LOCAL_PART_LENGTH);
  let start = at;
  while (start > nearest && isLetterOr(LOCAL_SIGNS, text[start - 1])) start -= 1;
  if (start === at) return at;
  // The letter of an escape sequence such as `\n` is not part of the address.
  if (text[start - 1] === '\\' && /[nrt]/.test(text[start] ?? '')) start += 1;
  while (start < at && /[.'%+-]/.test(text[start] ?? '')) start += 1;
  return start;
}

function findEndOfDomain(text: string, start: number): number | undefined {
  let runEnd = start;
  while (runEnd - start < MAX_DOMAIN_LENGTH && isLetterOr(DOMAIN_SIGNS, text[runEnd])) runEnd += 1;
  const labels = text.slice(start, runEnd).split('.');
  const firstBad = labels.findIndex((label) => !LABEL.test(label));
  const good = firstBad === -1 ? labels : labels.slice(0, firstBad);
  const top = good.findLastIndex((label) => TOP_LEVEL.test(label));
  if (top < 1 || RESOLUTION.test(good[0] ?? '')) return undefined;
  return start + good.slice(0, top + 1).join('.').length;
}

/** Called for every character of long texts, so ASCII is tested without a regular expression. */
function isLetterOr(signs: string, character: string | undefined): boolean {
  if (character === undefined) return false;
  if (character >= '\u0080') return /[\p{L}\p{M}\p{N}]/u.test(character);
  return isAsciiLetterOrDigit(character) || signs.includes(character);
}

function isAsciiLetterOrDigit(character: string): boolean {
  return (
    (character >= 'a' && character <= 'z') ||
    (character >= 'A' && character <= 'Z') ||
    (character >= '0' && character <= '9')
  );
}
