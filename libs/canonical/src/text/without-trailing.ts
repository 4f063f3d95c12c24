/**
 * Removes the given characters from the end of a text. It reads backwards, because a pattern such as `=+$` restarts
 * at every character and takes minutes for a long text.
 */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
