import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { toGuideLink, toHeadingId } from './guide-links.js';

const DOCS = new URL('../../../../../docs/', import.meta.url);

describe('a link of the guide', () => {
  it.each([
    ['limits.md', 'usage', { to: '/guide/limits' }],
    ['limits.md#members', 'usage', { to: '/guide/limits#members' }],
    ['#webhooks', 'video', { to: '/guide/video#webhooks' }],
    ['../usage.md', 'stories/one-model-request', { to: '/guide/usage' }],
    ['stories/one-video-task.md', 'architecture', { to: '/guide/stories/one-video-task' }],
    ['https://example.com/a', 'usage', { address: 'https://example.com/a' }],
    ['../bench/README.md', 'performance', undefined],
    ['../libs/models', 'models', undefined],
    ['javascript:alert(1)', 'usage', undefined],
  ])('%s on the page %s', (href, page, expected) => {
    expect(toGuideLink(href, page)).toEqual(expected);
  });

  it('leads to a page and a heading that there are', () => {
    const pages = readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => ({
        page: file.slice(0, -'.md'.length),
        text: readFileSync(new URL(file, DOCS), 'utf8'),
      }));
    const places = new Set(
      pages.flatMap(({ page, text }) => [
        `/guide/${page}`,
        ...[...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => `/guide/${page}#${toHeadingId(title)}`),
      ]),
    );
    const lost = pages.flatMap(({ page, text }) =>
      [...text.matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, href = '']) => toGuideLink(href, page))
        .flatMap((link) =>
          link !== undefined && 'to' in link && !places.has(link.to) ? [`${page}: ${link.to}`] : [],
        ),
    );
    expect(lost).toEqual([]);
  });
});
