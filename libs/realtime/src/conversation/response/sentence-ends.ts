const MARKS = /[.!?…]+["'”’)\]*_]*/y;
/** These need no space behind them. */
const WIDE_MARKS = /[。！？]+["'”’）」』]*/y;
const SPACES = /\s*/y;
const BEGINNING = /[.!?…。！？\n]/g;

/**
 * Where sentences may end in a text, behind the space that follows: at a mark, with quotes and brackets behind it,
 * or at the end of a line. Each character is looked at once.
 */
export function* sentenceEnds(text: string): Generator<number, void> {
  let position = 0;
  for (;;) {
    BEGINNING.lastIndex = position;
    const mark = BEGINNING.exec(text)?.index;
    if (mark === undefined) return;
    const end = markEnd(text, mark);
    position = endOf(SPACES, text, end);
    const isEnd = text[mark] === '\n' || endOf(WIDE_MARKS, text, mark) > mark || position > end;
    if (isEnd) yield position;
  }
}

function markEnd(text: string, mark: number): number {
  if (text[mark] === '\n') return mark + 1;
  return Math.max(endOf(MARKS, text, mark), endOf(WIDE_MARKS, text, mark));
}

function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}
