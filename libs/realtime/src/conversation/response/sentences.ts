/** Longer text is split without a full stop, to limit the delay and the input of speech services. */
const MAX_CHARACTERS = 400;
const NO_SENTENCE_END =
  /(?:^|[\s(])(?:[A-Z]|\d{1,3}|Dr|Mr|Mrs|Ms|Prof|St|vs|etc|e\.g|i\.e|z\.B|d\.h|No|Nr)\.$/u;
const MARKS = /[.!?…]+["'”’)\]*_]*/y;
/** These marks need no space after them. */
const WIDE_MARKS = /[。！？]+["'”’）」』]*/y;
const SPACES = /\s*/y;
const BEGINNING = /[.!?…。！？\n]/g;

/**
 * Splits a text that arrives in chunks into sentences, to be spoken one by one. All characters are preserved, including
 * spaces.
 */
export class Sentences {
  private pending = '';

  /** Returns the sentences that this chunk completes. */
  push(chunk: string): string[] {
    this.pending += chunk;
    const complete: string[] = [];
    for (let end = this.findEnd(); end !== undefined; end = this.findEnd()) {
      complete.push(this.pending.slice(0, end));
      this.pending = this.pending.slice(end);
    }
    return complete;
  }

  flush(): string | undefined {
    const rest = this.pending;
    this.pending = '';
    return rest === '' ? undefined : rest;
  }

  private findEnd(): number | undefined {
    // Limited to the same window as if the text arrived by character, because a chunk may be very long.
    const window = this.pending.slice(0, MAX_CHARACTERS + 1);
    for (const end of findSentenceEnds(window)) {
      // Further spaces belong to this sentence.
      if (end === window.length) break;
      const sentence = window.slice(0, end).trimEnd();
      if (sentence !== '' && !NO_SENTENCE_END.test(sentence)) return end;
    }
    return this.pending.length > MAX_CHARACTERS ? this.findPause() : undefined;
  }

  /** Where a speaker would pause: at a comma, or else between words. */
  private findPause(): number {
    const head = this.pending.slice(0, MAX_CHARACTERS);
    const comma = Math.max(head.lastIndexOf(', '), head.lastIndexOf('; '), head.lastIndexOf(': '));
    if (comma > MAX_CHARACTERS / 4) return comma + 2;
    const space = head.lastIndexOf(' ');
    return space > 0 ? space + 1 : MAX_CHARACTERS;
  }
}

/**
 * The possible ends of sentences in a text, after the following space: at a mark with its quotes and brackets, or at
 * the end of a line. Each character is read once.
 */
export function* findSentenceEnds(text: string): Generator<number, void> {
  let position = 0;
  for (;;) {
    BEGINNING.lastIndex = position;
    const mark = BEGINNING.exec(text)?.index;
    if (mark === undefined) return;
    const end = markEnd(text, mark);
    position = matchEnd(SPACES, text, end);
    const isEnd = text[mark] === '\n' || matchEnd(WIDE_MARKS, text, mark) > mark || position > end;
    if (isEnd) yield position;
  }
}

function markEnd(text: string, mark: number): number {
  if (text[mark] === '\n') return mark + 1;
  return Math.max(matchEnd(MARKS, text, mark), matchEnd(WIDE_MARKS, text, mark));
}

function matchEnd(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}
