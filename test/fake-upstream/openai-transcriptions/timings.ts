import { parseWords } from '../scenarios/words.js';

/** A part of the text with its times. */
export interface Stretch {
  text: string;
  start: number;
  end: number;
}

/** The words of a text, all of the same duration. */
export function timedWords(text: string, durationSeconds: number): Stretch[] {
  const words = parseWords(text);
  const at = (index: number): number => Math.round((index * durationSeconds * 1_000) / words.length) / 1_000;
  return words.map((word, index) => ({ text: word.trim(), start: at(index), end: at(index + 1) }));
}

/** The sentences of a text. */
export function timedSentences(text: string, durationSeconds: number): Stretch[] {
  const sentences: Stretch[] = [];
  let isNew = true;
  for (const { text: word, start, end } of timedWords(text, durationSeconds)) {
    const last = sentences.at(-1);
    if (last && !isNew) sentences.splice(-1, 1, { text: `${last.text} ${word}`, start: last.start, end });
    else sentences.push({ text: word, start, end });
    isNew = word.endsWith('.');
  }
  return sentences;
}
