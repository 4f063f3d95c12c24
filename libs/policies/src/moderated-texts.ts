import { type RequestBody, type RequestView, type TextRole } from '#wire';

/** Together, and in one piece. Services judge no text of any length. */
const MOST_CHARACTERS = 256_000;
const MOST_PER_PIECE = 16_000;
const SEPARATOR = '\n\n';

interface SpokenText {
  text: string;
  role: TextRole;
}

/**
 * What a moderation model is to judge: the last turn of the user with everything that is new since the answer
 * before it, results of tools included. Instructions are judged only where there is nothing else. Short texts
 * come together in one piece, long ones in several; of more than can be judged, the newest.
 */
export function moderatedTexts(view: RequestView, body: RequestBody): string[] {
  const said: SpokenText[] = [];
  view.mapTexts(body, (text, role) => {
    if (text.trim() !== '') said.push({ text, role });
    return text;
  });
  return inPieces(newest(newTexts(said)));
}

function newTexts(said: readonly SpokenText[]): string[] {
  const lastOfUser = said.findLastIndex(({ role }) => role === 'user' || role === 'tool');
  if (lastOfUser === -1) return said.map(({ text }) => text);
  const answer = said.findLastIndex(({ role }, index) => role === 'assistant' && index < lastOfUser);
  return said.flatMap(({ text, role }, index) =>
    index > answer && (role === 'user' || role === 'tool') ? [text] : [],
  );
}

function newest(texts: readonly string[]): string[] {
  let left = MOST_CHARACTERS;
  const kept: string[] = [];
  for (const text of texts.toReversed()) {
    if (left <= 0) break;
    kept.push(text.slice(startOfLast(left, text)));
    left -= text.length;
  }
  return kept.toReversed();
}

/** Where the last characters of a text begin, as many as fit. */
function startOfLast(count: number, text: string): number {
  const start = Math.max(0, text.length - count);
  return isInsidePair(text, start) ? start + 1 : start;
}

function inPieces(texts: readonly string[]): string[] {
  const pieces: string[] = [];
  for (const part of texts.flatMap(cut)) {
    const last = pieces.at(-1);
    if (last !== undefined && last.length + SEPARATOR.length + part.length <= MOST_PER_PIECE) {
      pieces[pieces.length - 1] = last + SEPARATOR + part;
    } else pieces.push(part);
  }
  return pieces;
}

/** Never inside a character that takes two units. */
function cut(text: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length;) {
    const most = Math.min(start + MOST_PER_PIECE, text.length);
    const end = isInsidePair(text, most) ? most - 1 : most;
    parts.push(text.slice(start, end));
    start = end;
  }
  return parts;
}

function isInsidePair(text: string, position: number): boolean {
  return position > 0 && (text.codePointAt(position - 1) ?? 0) > 0xffff;
}
