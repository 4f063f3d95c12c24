import { withoutTrailing } from '#canonical';
import { type TimeSpan } from './speech-segments.js';
import { type TranscribedSegment, type TranscribedWord } from './transcription.js';

interface PlacedText {
  segments: TranscribedSegment[];
  words: TranscribedWord[];
}

/** Spreads a text that is known over the spans in which something is said. */
export function placeWords(text: string, spans: readonly TimeSpan[]): PlacedText {
  const phrases = parsePhrases(text);
  const placed =
    phrases.length === spans.length
      ? phrases.map((phrase, index) => placePhrase(phrase, spans.slice(index, index + 1)))
      : [placePhrase(text.trim(), spans)];
  return {
    segments: placed.flatMap(({ segments }) => segments),
    words: placed.flatMap(({ words }) => words),
  };
}

/** The parts between the marks at which a speaker pauses. */
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

/** A mark at which a speaker pauses, with the quotes and brackets behind it. */
function endsWithMark(text: string): boolean {
  const last = withoutTrailing(text, `"'”’)`).at(-1);
  return last !== undefined && ',;:.!?…'.includes(last);
}

/** Each word takes time in proportion to its letters, and none lies across a pause. */
function placePhrase(phrase: string, spans: readonly TimeSpan[]): PlacedText {
  const tokens = phrase.split(/\s+/).filter((token) => token !== '');
  const letters = tokens.reduce((sum, token) => sum + token.length, 0);
  const spoken = spans.reduce((sum, { start, end }) => sum + end - start, 0);
  const groups = spans.map((span) => ({ span, tokens: [] as string[] }));
  let index = 0;
  let filledUntil = getLength(spans[0]);
  let passed = 0;
  for (const token of tokens) {
    const middle = ((passed + token.length / 2) / letters) * spoken;
    while (middle > filledUntil && index < groups.length - 1) {
      index += 1;
      filledUntil += getLength(spans[index]);
    }
    groups[index]?.tokens.push(token);
    passed += token.length;
  }
  const used = groups.filter((group) => group.tokens.length > 0);
  return {
    segments: used.map(({ span, tokens }) => ({
      start: seconds(span.start),
      end: seconds(span.end),
      text: tokens.join(' '),
    })),
    words: used.flatMap(({ span, tokens }) => wordsWithin(span, tokens)),
  };
}

function wordsWithin({ start, end }: TimeSpan, tokens: readonly string[]): TranscribedWord[] {
  const letters = tokens.reduce((sum, token) => sum + token.length, 0);
  let passed = 0;
  return tokens.flatMap((token) => {
    const from = start + (passed / letters) * (end - start);
    passed += token.length;
    const until = start + (passed / letters) * (end - start);
    const word = withoutOuterSigns(token);
    return word === '' ? [] : [{ word, start: seconds(from), end: seconds(until) }];
  });
}

/** From the first letter or digit to the last. */
function withoutOuterSigns(token: string): string {
  const characters = Array.from(token);
  const first = characters.findIndex(isSpoken);
  return first === -1 ? '' : characters.slice(first, characters.findLastIndex(isSpoken) + 1).join('');
}

/** Whether there is a letter or a digit in it. */
function isSpoken(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function getLength(span: TimeSpan | undefined): number {
  return span === undefined ? 0 : span.end - span.start;
}

function seconds(value: number): number {
  return Math.round(value * 1000) / 1000;
}
