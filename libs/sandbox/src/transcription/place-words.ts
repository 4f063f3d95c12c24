import { withoutTrailing } from '#canonical';
import { type TimeSpan } from './speech-segments.js';
import { type TranscribedSegment, type TranscribedWord } from './transcription.js';

interface TimedText {
  segments: TranscribedSegment[];
  words: TranscribedWord[];
}

/** Distributes a known text over the spans with speech. */
export function placeWords(text: string, spans: readonly TimeSpan[]): TimedText {
  const phrases = parsePhrases(text);
  const timed =
    phrases.length === spans.length
      ? phrases.map((phrase, index) => placePhrase(phrase, spans.slice(index, index + 1)))
      : [placePhrase(text.trim(), spans)];
  return {
    segments: timed.flatMap(({ segments }) => segments),
    words: timed.flatMap(({ words }) => words),
  };
}

/** The parts of a text between the marks at which a speaker pauses. */
function parsePhrases(text: string): string[] {
  const chunks: string[] = [];
  let position = 0;
  for (const { 0: space, index } of text.matchAll(/\s+/g)) {
    const end = index + space.length;
    if (!endsWithMark(text.slice(position, index)) && !/^[–—-]\s/.test(text.slice(end, end + 2))) continue;
    chunks.push(text.slice(position, index));
    position = end;
  }
  return [...chunks, text.slice(position)].map((chunk) => chunk.trim()).filter(isSpoken);
}

/** A mark at which a speaker pauses, perhaps before closing quotes and brackets. */
function endsWithMark(text: string): boolean {
  const last = withoutTrailing(text, `"'”’)`).at(-1);
  return last !== undefined && ',;:.!?…'.includes(last);
}

/** Each word takes time in proportion to its length, and none crosses a pause. */
function placePhrase(phrase: string, spans: readonly TimeSpan[]): TimedText {
  const tokens = phrase.split(/\s+/).filter((token) => token !== '');
  const letters = tokens.reduce((sum, token) => sum + token.length, 0);
  const spoken = spans.reduce((sum, { start, end }) => sum + end - start, 0);
  const groups = spans.map((span) => ({ span, tokens: [] as string[] }));
  let index = 0;
  let filledUntil = getLength(spans[0]);
  let placedLetters = 0;
  for (const token of tokens) {
    const middle = ((placedLetters + token.length / 2) / letters) * spoken;
    while (middle > filledUntil && index < groups.length - 1) {
      index += 1;
      filledUntil += getLength(spans[index]);
    }
    groups[index]?.tokens.push(token);
    placedLetters += token.length;
  }
  const used = groups.filter((group) => group.tokens.length > 0);
  return {
    segments: used.map(({ span, tokens }) => ({
      start: roundSeconds(span.start),
      end: roundSeconds(span.end),
      text: tokens.join(' '),
    })),
    words: used.flatMap(({ span, tokens }) => placeWordsInSpan(span, tokens)),
  };
}

function placeWordsInSpan({ start, end }: TimeSpan, tokens: readonly string[]): TranscribedWord[] {
  const letters = tokens.reduce((sum, token) => sum + token.length, 0);
  let placedLetters = 0;
  return tokens.flatMap((token) => {
    const from = start + (placedLetters / letters) * (end - start);
    placedLetters += token.length;
    const until = start + (placedLetters / letters) * (end - start);
    const word = trimSigns(token);
    return word === '' ? [] : [{ word, start: roundSeconds(from), end: roundSeconds(until) }];
  });
}

/** From the first letter or digit to the last. */
function trimSigns(token: string): string {
  const characters = Array.from(token);
  const first = characters.findIndex(isSpoken);
  return first === -1 ? '' : characters.slice(first, characters.findLastIndex(isSpoken) + 1).join('');
}

/** Returns true if the text contains a letter or a digit. */
function isSpoken(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function getLength(span: TimeSpan | undefined): number {
  return span === undefined ? 0 : span.end - span.start;
}

function roundSeconds(value: number): number {
  return Math.round(value * 1000) / 1000;
}
