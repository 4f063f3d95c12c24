import { toHeadingId } from './guide-links.js';
import { toPlainText } from './plain-text.js';

export interface GuideSection {
  id: string;
  title: string;
  /** The heading level: 1 for the page itself. */
  level: number;
  /** Markdown, without the heading. */
  body: string;
}

/** Splits the Markdown of a page at its headings, ignoring lines inside fenced code blocks. */
export function readSections(markdown: string): GuideSection[] {
  const sections: { heading: RegExpExecArray; lines: string[] }[] = [];
  let isCode = false;
  for (const line of markdown.split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
    const heading = isCode ? null : /^(#{1,4}) (.+)$/.exec(line);
    if (heading === null) sections.at(-1)?.lines.push(line);
    else sections.push({ heading, lines: [] });
  }
  return sections.map(({ heading: [, marks = '', text = ''], lines }) => {
    const title = toPlainText(text);
    return { id: toHeadingId(title), title, level: marks.length, body: lines.join('\n') };
  });
}
