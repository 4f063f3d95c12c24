import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { GUIDE_PAGES } from './guide-pages.js';

const DOCS = new URL('../../../../../docs/', import.meta.url);

describe('the pages of the guide', () => {
  it('are those of the docs, by their own titles', () => {
    const files = readdirSync(DOCS).filter((name) => name.endsWith('.md'));
    const titles = files.map((file) => {
      const [first = ''] = readFileSync(new URL(file, DOCS), 'utf8').split('\n', 1);
      return { name: file.slice(0, -'.md'.length), title: first.replace(/^# /, '') };
    });
    expect(GUIDE_PAGES).toHaveLength(titles.length);
    expect(GUIDE_PAGES).toEqual(expect.arrayContaining(titles));
  });
});
