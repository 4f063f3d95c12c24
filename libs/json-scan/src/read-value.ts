const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const DOT = 0x2e;
const DIGIT_ZERO = 0x30;
const DIGIT_NINE = 0x39;
const MAX_ASCII = 0x7f;
const MAX_PLAIN_LENGTH = 64;
/** A number with this many digits and its power of ten are both exact, so their quotient is the nearest number. */
const MAX_EXACT_DIGITS = 15;
const POWERS_OF_TEN = Array.from({ length: MAX_EXACT_DIGITS + 1 }, (_, power) => 10 ** power);

export type JsonKind = 'object' | 'array' | 'string' | 'null' | 'other';

/** The kind of the value that starts here. */
export function getKindAt(bytes: Buffer, start: number): JsonKind {
  switch (bytes[start]) {
    case 0x7b:
      return 'object';
    case 0x5b:
      return 'array';
    case QUOTE:
      return 'string';
    case 0x6e:
      return 'null';
    default:
      return 'other';
  }
}

/**
 * Has the result of JSON.parse for valid JSON from `start` to `end`. Most members of requests are short strings and
 * numbers, which are faster to read directly.
 */
export function readValue(bytes: Buffer, start: number, end: number): unknown {
  switch (bytes[start]) {
    case QUOTE:
      return isPlainString(bytes, start, end)
        ? bytes.toString('latin1', start + 1, end - 1)
        : parse(bytes, start, end);
    case 0x74:
      return true;
    case 0x66:
      return false;
    case 0x6e:
      return null;
    case 0x5b:
    case 0x7b:
      return parse(bytes, start, end);
    default:
      return readNumber(bytes, start, end);
  }
}

function parse(bytes: Buffer, start: number, end: number): unknown {
  return JSON.parse(bytes.toString('utf8', start, end));
}

/** A short string of ASCII without escapes. */
function isPlainString(bytes: Buffer, start: number, end: number): boolean {
  if (end - start > MAX_PLAIN_LENGTH) return false;
  for (let at = start + 1; at < end - 1; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === BACKSLASH || byte > MAX_ASCII) return false;
  }
  return true;
}

/** Most numbers of requests have few digits, with or without a decimal point. */
function readNumber(bytes: Buffer, start: number, end: number): unknown {
  const isNegative = bytes[start] === MINUS;
  let whole = 0;
  let digits = 0;
  let decimalsFrom = -1;
  for (let at = isNegative ? start + 1 : start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === DOT) decimalsFrom = digits;
    else if (byte > DIGIT_NINE || digits === MAX_EXACT_DIGITS) return parse(bytes, start, end);
    else {
      whole = whole * 10 + (byte - DIGIT_ZERO);
      digits += 1;
    }
  }
  const value = decimalsFrom === -1 ? whole : whole / (POWERS_OF_TEN[digits - decimalsFrom] ?? 1);
  return isNegative ? -value : value;
}
