import { Fragment, type ReactNode, isValidElement } from 'react';
import Markdown from 'react-markdown';
import rehypeHighlight from 'rehype-highlight';
import remarkGfm from 'remark-gfm';
import { type GuideContent, type GuideNode, getNodeText } from './src/docs/guide/guide-content.js';
import { toHeadingId } from './src/docs/guide/guide-links.js';
import { EXAMPLE_ADDRESS } from './src/docs/guide/replace-example-address.js';
import { readSections } from './src/docs/guide/sections.js';

const HEADING = /^h[1-4]$/;

/** Converts the Markdown of a page to a tree of elements with highlighted code. */
export function compileGuide(markdown: string): GuideContent {
  const [page, ...sections] = readSections(markdown).map(({ id, title, level }) => ({ id, title, level }));
  const nodes = toNodes(
    Markdown({
      children: markdown,
      remarkPlugins: [remarkGfm],
      rehypePlugins: [[rehypeHighlight, { detect: false }]],
      // Links between pages are resolved when the page is rendered.
      urlTransform: (address) => address,
    }),
  );
  if (countAddresses(JSON.stringify(nodes)) < countAddresses(markdown))
    throw new Error(`The colours of a code block divide ${EXAMPLE_ADDRESS}, which must stay whole.`);
  return {
    title: page?.title ?? '',
    sections: sections.filter(({ level }) => level === 2 || level === 3),
    nodes,
  };
}

function countAddresses(text: string): number {
  return text.split(EXAMPLE_ADDRESS).length;
}

function toNodes(content: ReactNode): GuideNode[] {
  if (Array.isArray(content)) return content.flatMap(toNodes);
  if (typeof content === 'string') return [content];
  if (!isValidElement<Record<string, unknown>>(content)) return [];
  const { children, ...properties } = content.props;
  const inner = toNodes(children as ReactNode);
  if (content.type === Fragment) return inner;
  const tag = String(content.type);
  const id = HEADING.test(tag) ? { id: toHeadingId(inner.map(getNodeText).join('')) } : {};
  return [[tag, { ...properties, ...id }, ...inner]];
}
