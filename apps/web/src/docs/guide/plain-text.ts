const FENCE = /^\s*(?:```|~~~)/;
const TABLE_RULE = /^\s*\|[\s|:-]*$/;

/** Converts Markdown to plain text on one line. The content of code is not changed; all other markup is removed. */
export function toPlainText(markdown: string): string {
  const parts: string[] = [];
  let prose: string[] = [];
  let isCode = false;
  const endProse = (): void => {
    parts.push(toLinkTexts(prose.join(' ')));
    prose = [];
  };
  for (const line of markdown.split('\n')) {
    if (FENCE.test(line)) {
      endProse();
      isCode = !isCode;
    } else if (isCode) parts.push(line);
    else if (!TABLE_RULE.test(line) && !line.startsWith('<!--')) prose.push(toPlainLine(line));
  }
  endProse();
  return parts.join(' ').replaceAll(/\s+/g, ' ').trim();
}

function toPlainLine(line: string): string {
  const text = line
    .replace(/^\s*>+ ?/, '')
    .replace(/^\s*(?:[-*+]|\d{1,3}\.) /, '')
    .replace(/^#{1,6} /, '');
  const isRow = line.trimStart().startsWith('|');
  // There is no markup inside backticks, except that a pipe in a table is written as \|.
  const chunks = text
    .split('`')
    .map((chunk, index) =>
      index % 2 === 1 ? chunk.replaceAll(String.raw`\|`, '|') : toPlainProse(chunk, isRow),
    );
  return chunks.join('');
}

function toPlainProse(text: string, isRow: boolean): string {
  const cells = isRow ? text.replaceAll(/(?<!\\)\|/g, ' ') : text;
  return cells
    .replaceAll(/(?<!\\)\*{1,3}/g, '')
    .replaceAll(/(?<!\w)_([^_]{1,200})_(?!\w)/g, '$1')
    .replaceAll(/\\([*_<>[\]#|])/g, '$1');
}

/** Replaces `[text](target)` with its text. */
function toLinkTexts(text: string): string {
  return text.replaceAll(/!?\[([^[\]]*)\]\([^()\s]*\)/g, '$1');
}
