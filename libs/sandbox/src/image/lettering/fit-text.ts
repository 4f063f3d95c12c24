import { withoutTrailing } from '#canonical';
import { toCharacters, toWidth } from './text-line.js';

/** Baseline to baseline, in heights of a capital. */
export const LINE_HEIGHT = 1.75;

const MAX_CHARACTERS = 1200;

/** Words up to this width, in heights of a capital, make the lettering smaller rather than be broken. */
const WIDEST_WHOLE_WORD = 14;

export interface FittedText {
  lines: string[];
  capitalHeight: number;
}

interface Room {
  width: number;
  height: number;
  largest: number;
  smallest: number;
}

interface MeasuredText {
  text: string;
  /** In heights of a capital, as every width here. */
  width: number;
}

interface MeasuredWord extends MeasuredText {
  characters: readonly MeasuredText[];
}

const SPACE_WIDTH = toWidth(' ');
const NOTHING: MeasuredText = { text: '', width: 0 };

/**
 * The text in lettering as large as its room allows, unless a little less breaks into evener lines. What
 * is too long even for the smallest ends in an ellipsis.
 */
export function fitText(text: string, room: Room): FittedText {
  const words = measureWords(readableStart(text));
  let best: { lines: MeasuredText[]; capitalHeight: number; score: number } | undefined;
  for (let capitalHeight = room.largest; capitalHeight > room.smallest; capitalHeight *= 0.94) {
    const lines = linesInRoom(words, room, capitalHeight);
    if (lines === undefined) continue;
    const score = capitalHeight * evenness(lines) ** 2;
    if (best === undefined || score > best.score) best = { lines, capitalHeight, score };
  }
  const capitalHeight = best?.capitalHeight ?? room.smallest;
  const lines = best?.lines ?? linesWithEllipsis(words, room);
  return { lines: lines.map((line) => line.text), capitalHeight };
}

function linesInRoom(
  words: readonly MeasuredWord[],
  room: Room,
  capitalHeight: number,
): MeasuredText[] | undefined {
  const width = room.width / capitalHeight;
  if (words.some((word) => word.width > width && word.width <= WIDEST_WHOLE_WORD)) return undefined;
  const lines = breakLines(words, width);
  return lines.length > linesThatFit(room, capitalHeight) ? undefined : balance(words, width, lines);
}

/** The share of the text's own rectangle that is filled. */
function evenness(lines: readonly MeasuredText[]): number {
  const widths = lines.map((line) => line.width);
  return widths.reduce((sum, width) => sum + width, 0) / (Math.max(...widths) * widths.length);
}

/** Of a text of megabytes only what can be shown is looked at. */
function readableStart(text: string): string {
  const start = text.slice(0, MAX_CHARACTERS * 2);
  const characters = toCharacters(start.replaceAll(/\p{Cf}/gu, '').replaceAll(/[\p{Cc}\s]+/gu, ' '));
  const isWhole = start.length === text.length && characters.length <= MAX_CHARACTERS;
  return isWhole ? characters.join('') : `${characters.slice(0, MAX_CHARACTERS).join('')}…`;
}

function linesThatFit({ height }: Room, capitalHeight: number): number {
  return Math.max(1, Math.floor((height / capitalHeight - 1) / LINE_HEIGHT) + 1);
}

/** As many lines, but as even as can be: no single word on the last one. */
function balance(words: readonly MeasuredWord[], width: number, lines: MeasuredText[]): MeasuredText[] {
  const widestWord = Math.max(0, ...words.map((word) => word.width));
  let balanced = lines;
  for (let narrower = width * 0.97; narrower > Math.max(width / 2, widestWord); narrower *= 0.97) {
    const tried = breakLines(words, narrower);
    if (tried.length > lines.length) break;
    balanced = tried;
  }
  return balanced;
}

function linesWithEllipsis(words: readonly MeasuredWord[], room: Room): MeasuredText[] {
  const width = room.width / room.smallest;
  const lines = breakLines(words, width);
  const count = linesThatFit(room, room.smallest);
  const last = lines[count - 1];
  if (lines.length <= count || last === undefined) return lines;
  return [...lines.slice(0, count - 1), endWithEllipsis(last.text, width)];
}

function endWithEllipsis(line: string, width: number): MeasuredText {
  const characters = toCharacters(line);
  const room = width - toWidth('…');
  let count = 0;
  for (let used = 0; count < characters.length; count += 1) {
    used += toWidth(characters[count] ?? '');
    if (used > room) break;
  }
  const kept = characters.slice(0, count).join('');
  const text = `${withoutTrailing(kept, ' .,;:…')}…`;
  return { text, width: toWidth(text) };
}

function measureWords(text: string): MeasuredWord[] {
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
