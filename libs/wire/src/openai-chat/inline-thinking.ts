import { getRecords, toText } from '../openai-dialect/json-members.js';

const OPENING = '<think>';
const CLOSING = '</think>';

/** So much white space ahead of an answer is not waited through. */
const MAX_HELD = 64;

/** A piece of an answer, thought or said. */
export interface Uttered {
  voice: 'reasoning' | 'text';
  text: string;
}

/** The content of an answer: text, or parts, of which Mistral has some for what the model thinks. */
export function readContent(content: unknown): Uttered[] {
  if (!Array.isArray(content)) return toUttered('text', toText(content));
  return getRecords(content).flatMap((part) =>
    part['type'] === 'thinking'
      ? toUttered('reasoning', joinTexts(part['thinking']))
      : toUttered('text', toText(part['text'])),
  );
}

function joinTexts(parts: unknown): string {
  const texts = getRecords(parts).map((part) => toText(part['text']));
  return texts.join('');
}

/**
 * Tells what a model thinks from what it says where its service leaves both in one text: what stands between the tags at
 * the beginning of the answer, in whatever pieces it comes.
 */
export class ThinkingSplitter {
  private state: 'undecided' | 'thinking' | 'spacing' | 'speaking' = 'undecided';
  /** What may turn out to be a tag. */
  private held = '';
  private hasThought = false;

  push(text: string): Uttered[] {
    if (this.state === 'undecided') return this.decide(this.held + text);
    if (this.state === 'thinking') return this.think(this.held + text);
    return this.speak(text);
  }

  /** Nothing more is looked for: what is thought comes otherwise. Gives what was held back. */
  stop(): Uttered[] {
    const { held, state } = this;
    this.held = '';
    this.state = 'speaking';
    return toUttered(state === 'thinking' ? 'reasoning' : 'text', held);
  }

  private decide(text: string): Uttered[] {
    const begun = text.trimStart();
    if (begun.startsWith(OPENING)) {
      this.state = 'thinking';
      return this.think(begun.slice(OPENING.length));
    }
    this.held = text;
    return OPENING.startsWith(begun) && text.length <= MAX_HELD ? [] : this.stop();
  }

  private think(begun: string): Uttered[] {
    const text = this.hasThought ? begun : begun.trimStart();
    this.hasThought ||= text !== '';
    const end = text.indexOf(CLOSING);
    if (end === -1) {
      const length = text.length - countTagStart(text);
      this.held = text.slice(length);
      return toUttered('reasoning', text.slice(0, length));
    }
    this.held = '';
    this.state = 'spacing';
    return [...toUttered('reasoning', text.slice(0, end)), ...this.speak(text.slice(end + CLOSING.length))];
  }

  /** The lines between the thought and the answer belong to neither. */
  private speak(text: string): Uttered[] {
    const said = this.state === 'spacing' ? text.trimStart() : text;
    if (said !== '') this.state = 'speaking';
    return toUttered('text', said);
  }
}

function toUttered(voice: Uttered['voice'], text: string): Uttered[] {
  return text === '' ? [] : [{ voice, text }];
}

/** How much of the end may be the beginning of the closing tag. */
function countTagStart(text: string): number {
  for (let length = Math.min(CLOSING.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(CLOSING.slice(0, length))) return length;
  }
  return 0;
}
