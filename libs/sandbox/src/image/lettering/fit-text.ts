import { withoutTrailing } from '#canonical';
import { splitCharacters, measureWidth } from './text-line.js';

/** From baseline to baseline, in heights of a capital. */
export const LINE_HEIGHT = 1.75;

const MAX_CHARACTERS = 1200;

/** In heights of a capital. For words up to this width, the lettering is made smaller instead of breaking them. */
const MAX_UNBROKEN_WIDTH = 14;

export interface FittedText {
  lines: string[];
  capitalHeight: number;
}

interface TextBox {
  width: number;
  height: number;
  largest: number;
  smallest: number;
}

interface MeasuredText {
  text: string;
  /** In heights of a capital, like every width here. */
  width: number;
}

interface MeasuredWord extends MeasuredText {
  characters: readonly MeasuredText[];
}

const SPACE_WIDTH = measureWidth(' ');
const EMPTY_TEXT: MeasuredText = { text: '', width: 0 };

/**
 * The text in the largest lettering that fits, unless slightly smaller lettering has more even lines. A text that
 * does not fit in the smallest lettering ends with an ellipsis.
 */
export function fitText(text: string, box: TextBox): FittedText {
  const words = measureWords(takeShownStart(text));
  let best: { lines: MeasuredText[]; capitalHeight: number; score: number } | undefined;
  for (let capitalHeight = box.largest; capitalHeight > box.smallest; capitalHeight *= 0.94) {
    const lines = breakIntoBox(words, box, capitalHeight);
    if (lines === undefined) continue;
    const score = capitalHeight * getEvenness(lines) ** 2;
    if (best === undefined || score > best.score) best = { lines, capitalHeight, score };
  }
  const capitalHeight = best?.capitalHeight ?? box.smallest;
  const lines = best?.lines ?? breakWithEllipsis(words, box);
  return { lines: lines.map((line) => line.text), capitalHeight };
}

function breakIntoBox(
  words: readonly MeasuredWord[],
  box: TextBox,
  capitalHeight: number,
): MeasuredText[] | undefined {
  const width = box.width / capitalHeight;
  if (words.some((word) => word.width > width && word.width <= MAX_UNBROKEN_WIDTH)) return undefined;
  const lines = breakLines(words, width);
  return lines.length > countFittingLines(box, capitalHeight) ? undefined : balanceLines(words, width, lines);
}

/** The share of the text's own rectangle that is filled. */
function getEvenness(lines: readonly MeasuredText[]): number {
  const widths = lines.map((line) => line.width);
  return widths.reduce((sum, width) => sum + width, 0) / (Math.max(...widths) * widths.length);
}

/** Only the part of a long text that can be shown. */
function takeShownStart(text: string): string {
  const start = text.slice(0, MAX_CHARACTERS * 2);
  const characters = splitCharacters(start.replaceAll(/\p{Cf}/gu, '').replaceAll(/[\p{Cc}\s]+/gu, ' '));
  const isWhole = start.length === text.length && characters.length <= MAX_CHARACTERS;
  return isWhole ? characters.join('') : `${characters.slice(0, MAX_CHARACTERS).join('')}…`;
}

function countFittingLines({ height }: TextBox, capitalHeight: number): number {
  return Math.max(1, Math.floor((height / capitalHeight - 1) / LINE_HEIGHT) + 1);
}

/** Breaks into the same number of lines, but as even as possible. */
function balanceLines(words: readonly MeasuredWord[], width: number, lines: MeasuredText[]): MeasuredText[] {
  const widestWord = Math.max(0, ...words.map((word) => word.width));
  let balanced = lines;
  for (let narrower = width * 0.97; narrower > Math.max(width / 2, widestWord); narrower *= 0.97) {
    const candidate = breakLines(words, narrower);
    if (candidate.length > lines.length) break;
    balanced = candidate;
  }
  return balanced;
}

function breakWithEllipsis(words: readonly MeasuredWord[], box: TextBox): MeasuredText[] {
  const width = box.width / box.smallest;
  const lines = breakLines(words, width);
  const count = countFittingLines(box, box.smallest);
  const last = lines[count - 1];
  if (lines.length <= count || last === undefined) return lines;
  return [...lines.slice(0, count - 1), endWithEllipsis(last.text, width)];
}

function endWithEllipsis(line: string, width: number): MeasuredText {
  const characters = splitCharacters(line);
  const maxWidth = width - measureWidth('…');
  let count = 0;
  for (let used = 0; count < characters.length; count += 1) {
    used += measureWidth(characters[count] ?? '');
    if (used > maxWidth) break;
  }
  const start = characters.slice(0, count).join('');
  const text = `${withoutTrailing(start, ' .,;:…')}…`;
  return { text, width: measureWidth(text) };
}

function measureWords(text: string): MeasuredWord[] {
  const words = text.split(' ').filter((word) => word !== '');
  return words.map((word) => {
    const characters = splitCharacters(word).map((character) => ({
      text: character,
      width: measureWidth(character),
    }));
    return { text: word, width: characters.reduce((sum, { width }) => sum + width, 0), characters };
  });
}

/** Lines of at most this width. A word that is wider than a line is broken at the end of the line. */
function breakLines(words: readonly MeasuredWord[], width: number): MeasuredText[] {
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
  let current = EMPTY_TEXT;
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
