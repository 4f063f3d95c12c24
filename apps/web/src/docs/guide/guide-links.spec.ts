import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { toGuideLink } from './guide-links.js';
import { GUIDE_PAGES } from './guide-pages.js';
import { readSections } from './sections.js';

const DOCS = new URL('../../../../../docs/', import.meta.url);

describe('toGuideLink', () => {
  it.each([
    ['limits.md', 'usage', { to: '/guide/limits' }],
    ['limits.md#members', 'usage', { to: '/guide/limits#members' }],
    ['#webhooks', 'video', { to: '/guide/video#webhooks' }],
    ['stories/one-video-task.md', 'video', undefined],
    ['decisions/README.md', 'limits', undefined],
    ['architecture.md', 'limits', undefined],
    ['https://example.com/a', 'usage', { address: 'https://example.com/a' }],
    ['../bench/README.md', 'performance', undefined],
    ['../libs/models', 'models', undefined],
    ['javascript:alert(1)', 'usage', undefined],
  ])('converts the link %s on the page %s', (href, page, expected) => {
    expect(toGuideLink(href, page)).toEqual(expected);
  });

  it('finds an existing page and heading for each link of the guide', () => {
    const pages = GUIDE_PAGES.map(({ name: page }) => ({
      page,
      text: readFileSync(new URL(`${page}.md`, DOCS), 'utf8'),
    }));
    const targets = new Set(
      pages.flatMap(({ page, text }) => [
        `/guide/${page}`,
        ...readSections(text).map(({ id }) => `/guide/${page}#${id}`),
      ]),
    );
    const brokenLinks = pages.flatMap(({ page, text }) =>
      [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, href = '']) => {
        const link = toGuideLink(href, page);
        const isFound = link !== undefined && ('address' in link || targets.has(link.to));
        return isFound ? [] : [`${page}: ${href}`];
      }),
    );
    expect(brokenLinks).toEqual([]);
  });
});
