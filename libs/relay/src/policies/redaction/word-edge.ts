const WORD = /[\p{L}\p{N}_]/u;
const ENDS_IN_WORD = /[\p{L}\p{N}_]$/u;

/** Whether this character is a letter, a digit or an underscore. */
export function isWordAt(text: string, position: number): boolean {
  const codePoint = text.codePointAt(position);
  return codePoint !== undefined && WORD.test(String.fromCodePoint(codePoint));
}

/**
 * Whether the character before is one. The letter of an escape sequence such as `\n` does not count, because a text may
 * be JSON.
 */
export function isWordBefore(text: string, position: number): boolean {
  if (position === 0) return false;
  const before = text.slice(Math.max(0, position - 2), position);
  return ENDS_IN_WORD.test(before) && !/^\\[nrt]$/.test(before);
}

/** Whether these digits are one side of a decimal point. */
export function isPartOfDecimal(text: string, start: number, end: number): boolean {
  return (
    (text[start - 1] === '.' && isDigit(text[start - 2])) || (text[end] === '.' && isDigit(text[end + 1]))
  );
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9';
}
