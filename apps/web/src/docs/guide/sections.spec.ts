import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { GUIDE_PAGES } from './guide-pages.js';
import { toPlainText } from './plain-text.js';
import { readSections } from './sections.js';

describe('the sections of a page', () => {
  it('start at headings, but not at comments in code', () => {
    const page = '# Limits\n\nText.\n\n## The `x` header\n\n```sh\n# no heading\n```\n\n### Inner\n\nMore.\n';
    expect(readSections(page).map(({ id, title, level }) => [id, title, level])).toEqual([
      ['limits', 'Limits', 1],
      ['the-x-header', 'The x header', 2],
      ['inner', 'Inner', 3],
    ]);
    expect(readSections(page)[1]?.body).toContain('# no heading');
  });
});

describe('the plain text of Markdown', () => {
  it.each([
    ['**Bold** and *slanted* and `co*de`', 'Bold and slanted and co*de'],
    ['See [limits](limits.md#a) and [`code`](x.md).', 'See limits and code.'],
    ['A [link over\ntwo lines](x.md#y).', 'A link over two lines.'],
    ['In _Settings → Models_, `a_b_c`', 'In Settings → Models, a_b_c'],
    ['- one\n- two', 'one two'],
    ['1. one\n2. two', 'one two'],
    ['> quoted', 'quoted'],
    ['| a | b |\n| --- | :-: |\n| `x\\|y` | z |', 'a b x|y z'],
    ['```sh\n# a *comment*\n```', '# a *comment*'],
    ['models: gpt-* and a\\*b', 'models: gpt- and a*b'],
  ])('converts %j to %j', (markdown, expected) => {
    expect(toPlainText(markdown)).toBe(expected);
  });

  it('contains no markup of links, tables or bold text for any page', () => {
    const markup = GUIDE_PAGES.flatMap(({ name }) => {
      const text = readFileSync(new URL(`../../../../../docs/${name}.md`, import.meta.url), 'utf8');
      const prose = readSections(text).map(({ body }) =>
        toPlainText(body.replaceAll(/^```[^]*?^```$/gm, '')),
      );
      return prose.flatMap((one) => one.match(/\]\([\w./#-]+\)|\*\*\w|\| ?-{3}/g) ?? []);
    });
    expect(markup).toEqual([]);
  });
});
