const UNSTORABLE = /[\p{Cc}\p{Cs}\u2028\u2029]/u;

/** Text that can be stored and shown on one line: not empty, no control characters, no surrounding space. */
export function isPrintableLine(text: string, maxLength: number): boolean {
  return text !== '' && text.length <= maxLength && text.trim() === text && !UNSTORABLE.test(text);
}
