import { toCharacters, toWidth } from './text-line.js';

export interface MeasuredText {
  text: string;
  /** In heights of a capital, as every width here. */
  width: number;
}

export interface MeasuredWord extends MeasuredText {
  characters: readonly MeasuredText[];
}

const SPACE_WIDTH = toWidth(' ');
const NOTHING: MeasuredText = { text: '', width: 0 };

export function measureWords(text: string): MeasuredWord[] {
  const words = text.split(' ').filter((word) => word !== '');
  return words.map((word) => {
    const characters = toCharacters(word).map((character) => ({
      text: character,
      width: toWidth(character),
    }));
    return { text: word, width: characters.reduce((sum, { width }) => sum + width, 0), characters };
  });
}

/** Lines no wider than asked. A word that is wider than a whole line is broken wherever the line ends. */
export function breakLines(words: readonly MeasuredWord[], width: number): MeasuredText[] {
  const chunks = words.flatMap((word) =>
    word.width <= width ? [word] : joinWhileFitting(word.characters, '', 0, width),
  );
  return joinWhileFitting(chunks, ' ', SPACE_WIDTH, width);
}

function joinWhileFitting(
  parts: readonly MeasuredText[],
  separator: string,
  separatorWidth: number,
  width: number,
): MeasuredText[] {
  const joined: MeasuredText[] = [];
  let current = NOTHING;
  for (const part of parts) {
    const longerWidth = current.width + separatorWidth + part.width;
    if (current.text === '') {
      current = part;
    } else if (longerWidth <= width) {
      current = { text: current.text + separator + part.text, width: longerWidth };
    } else {
      joined.push(current);
      current = part;
    }
  }
  return current.text === '' ? joined : [...joined, current];
}
