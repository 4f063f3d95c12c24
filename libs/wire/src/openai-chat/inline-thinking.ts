import { getRecords, toText } from '../openai-dialect/json-members.js';

const OPENING = '<think>';
const CLOSING = '</think>';

/** In characters. Longer white space before the text is not buffered. */
const MAX_BUFFERED = 64;

/** A part of the content that is either reasoning or text. */
export interface ContentSegment {
  kind: 'reasoning' | 'text';
  text: string;
}

/** Reads the content of a message: text, or parts. Mistral has parts of type `thinking`. */
export function readContent(content: unknown): ContentSegment[] {
  if (!Array.isArray(content)) return toSegments('text', toText(content));
  return getRecords(content).flatMap((part) =>
    part['type'] === 'thinking'
      ? toSegments('reasoning', joinTexts(part['thinking']))
      : toSegments('text', toText(part['text'])),
  );
}

function joinTexts(parts: unknown): string {
  const texts = getRecords(parts).map((part) => toText(part['text']));
  return texts.join('');
}

/**
 * Separates reasoning from text for services that send both as one text: the reasoning is between tags at the start
 * of the content, which may be split anywhere.
 */
export class ThinkingSplitter {
  private state: 'undecided' | 'thinking' | 'spacing' | 'speaking' = 'undecided';
  /** The text that may be part of a tag. */
  private buffered = '';
  private hasThought = false;

  push(text: string): ContentSegment[] {
    if (this.state === 'undecided') return this.decide(this.buffered + text);
    if (this.state === 'thinking') return this.pushThinking(this.buffered + text);
    return this.pushText(text);
  }

  /** Stops looking for tags, because the reasoning arrives separately. Returns the buffered text. */
  stop(): ContentSegment[] {
    const { buffered, state } = this;
    this.buffered = '';
    this.state = 'speaking';
    return toSegments(state === 'thinking' ? 'reasoning' : 'text', buffered);
  }

  private decide(text: string): ContentSegment[] {
    const begun = text.trimStart();
    if (begun.startsWith(OPENING)) {
      this.state = 'thinking';
      return this.pushThinking(begun.slice(OPENING.length));
    }
    this.buffered = text;
    return OPENING.startsWith(begun) && text.length <= MAX_BUFFERED ? [] : this.stop();
  }

  private pushThinking(begun: string): ContentSegment[] {
    const text = this.hasThought ? begun : begun.trimStart();
    this.hasThought ||= text !== '';
    const end = text.indexOf(CLOSING);
    if (end === -1) {
      const length = text.length - countTagStart(text);
      this.buffered = text.slice(length);
      return toSegments('reasoning', text.slice(0, length));
    }
    this.buffered = '';
    this.state = 'spacing';
    return [
      ...toSegments('reasoning', text.slice(0, end)),
      ...this.pushText(text.slice(end + CLOSING.length)),
    ];
  }

  /** White space between the reasoning and the text belongs to neither. */
  private pushText(text: string): ContentSegment[] {
    const content = this.state === 'spacing' ? text.trimStart() : text;
    if (content !== '') this.state = 'speaking';
    return toSegments('text', content);
  }
}

function toSegments(kind: ContentSegment['kind'], text: string): ContentSegment[] {
  return text === '' ? [] : [{ kind, text }];
}

/** The length of the end of the text that may be the start of the closing tag. */
function countTagStart(text: string): number {
  for (let length = Math.min(CLOSING.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(CLOSING.slice(0, length))) return length;
  }
  return 0;
}
