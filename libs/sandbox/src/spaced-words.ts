/**
 * The words of a text, each with the space before it, and the space after the last one. Joined, they are the text.
 */
export function splitSpacedWords(text: string): { words: string[]; rest: string } {
  const words: string[] = [];
  let position = 0;
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    const end = index + word.length;
    words.push(text.slice(position, end));
    position = end;
  }
  return { words, rest: text.slice(position) };
}
