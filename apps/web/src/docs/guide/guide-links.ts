import { isGuidePage } from './guide-pages.js';

const ROOT = 'guide:/docs/';

/** The target of a link: a page of the guide or a web address. Undefined for files that are not part of the guide. */
export function toGuideLink(href: string, page: string): { to: string } | { address: string } | undefined {
  if (/^https?:\/\//i.test(href)) return { address: href };
  if (!URL.canParse(href, `${ROOT}${page}.md`)) return undefined;
  const { protocol, pathname, hash } = new URL(href, `${ROOT}${page}.md`);
  if (protocol !== 'guide:' || !pathname.startsWith('/docs/') || !pathname.endsWith('.md')) return undefined;
  const name = pathname.slice('/docs/'.length, -'.md'.length);
  return isGuidePage(name) ? { to: `/guide/${name}${hash}` } : undefined;
}

/** The id of a heading, which links to the heading use. */
export function toHeadingId(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}
