/** The words of a text, each with the space after it, so that joining them gives the text. */
export function parseWords(text: string): string[] {
  return text.match(/\S+\s*|^\s+/g) ?? [];
}
