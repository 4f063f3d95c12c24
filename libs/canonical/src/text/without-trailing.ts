/**
 * A text without those of its last characters that are among the given ones. It is read from its end: a pattern
 * such as `=+$` begins anew at every character, which takes minutes for a long text.
 */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
