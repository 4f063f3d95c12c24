const ROOT = 'guide:/docs/';

/** Where a link of a page leads within the guide, or to the web; undefined for files that only a checkout has. */
export function toGuideLink(href: string, page: string): { to: string } | { address: string } | undefined {
  if (/^https?:\/\//i.test(href)) return { address: href };
  if (!URL.canParse(href, `${ROOT}${page}.md`)) return undefined;
  const { protocol, pathname, hash } = new URL(href, `${ROOT}${page}.md`);
  if (protocol !== 'guide:' || !pathname.startsWith('/docs/') || !pathname.endsWith('.md')) return undefined;
  return { to: `/guide/${pathname.slice('/docs/'.length, -'.md'.length)}${hash}` };
}

/** The id of a heading, as links to it are written. */
export function toHeadingId(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}
