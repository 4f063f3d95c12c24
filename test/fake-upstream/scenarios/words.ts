/** The words of a text, each with the space that follows it, so that joining them gives the text back. */
export function parseWords(text: string): string[] {
  return text.match(/\S+\s*|^\s+/g) ?? [];
}
