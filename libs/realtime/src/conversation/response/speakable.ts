const LINE_END = /[\n\r\u2028\u2029]/g;
/** Must be followed by a space. */
const LINE_MARK = /(?:#{1,6}|[-*+>])(?=\s)/y;
const SPACES = /\s*/y;
const LINK_END = /[)\s]/g;

/** Removes Markdown from a text. Empty if nothing is left to speak. */
export function toSpeakable(text: string): string {
  const plain = withoutEmphasis(withoutLineMarks(withoutLinks(text))).trim();
  return /[\p{L}\p{N}]/u.test(plain) ? plain : '';
}

/** Replaces `[the docs](address)` by its text. Reads each character once, because the text may be long. */
function withoutLinks(text: string): string {
  const parts: string[] = [];
  let position = 0;
  let linkEnd = -1;
  let opening = text.indexOf('[');
  while (opening !== -1) {
    const closing = text.indexOf(']', opening);
    if (closing === -1) break;
    const address = closing + 2;
    if (text[closing + 1] === '(' && linkEnd < address) linkEnd = findFrom(LINK_END, text, address);
    if (text[closing + 1] === '(' && text[linkEnd] === ')') {
      const isImage = opening > position && text[opening - 1] === '!';
      parts.push(text.slice(position, isImage ? opening - 1 : opening), text.slice(opening + 1, closing));
      position = linkEnd + 1;
      opening = text.indexOf('[', position);
    } else {
      opening = text.indexOf('[', closing);
    }
  }
  return parts.join('') + text.slice(position);
}

/** Removes the marks of headings, lists and quotations, and the space around them. */
function withoutLineMarks(text: string): string {
  const parts: string[] = [];
  let position = 0;
  let line = 0;
  while (line < text.length) {
    const mark = matchEnd(SPACES, text, line);
    const markEnd = matchEnd(LINE_MARK, text, mark);
    if (markEnd === mark) {
      line = findFrom(LINE_END, text, mark) + 1;
      continue;
    }
    parts.push(text.slice(position, line));
    position = matchEnd(SPACES, text, markEnd);
    const isNextLine = /[\n\r\u2028\u2029]/.test(text.charAt(position - 1));
    line = isNextLine ? position : findFrom(LINE_END, text, position) + 1;
  }
  return parts.join('') + text.slice(position);
}

/** Removes marks of emphasis. An underscore within a word is preserved. */
function withoutEmphasis(text: string): string {
  return text.replaceAll(/[*`~]+|_+/g, (marks: string, index: number) => {
    const isWithinWord = isWordAt(text, index - 1) && isWordAt(text, index + marks.length);
    return marks.startsWith('_') && isWithinWord ? marks : '';
  });
}

function isWordAt(text: string, index: number): boolean {
  return /\w/.test(text.charAt(index));
}

/** The index of the next match, or the length of the text. */
function findFrom(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

/** The end of a match at this index, or the index if there is none. */
function matchEnd(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}
