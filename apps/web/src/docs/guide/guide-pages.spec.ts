import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { CONTRIBUTOR_PAGES, GUIDE_PAGES } from './guide-pages.js';

const DOCS = new URL('../../../../../docs/', import.meta.url);

const read = (name: string): string => readFileSync(new URL(`${name}.md`, DOCS), 'utf8');

/** Paths in the repository, which only a contributor has. */
const SOURCE_PATHS =
  /\b(?<!dist\/)(?:apps|libs|test|scripts|bench|fuzz|chaos)\/[\w./-]+|[\w-]+\.(?:spec\.)?tsx?\b/g;

describe('the pages of the guide', () => {
  it('are the pages of docs/ without those for contributors, by their own titles', () => {
    const names = readdirSync(DOCS)
      .filter((file) => file.endsWith('.md'))
      .map((file) => file.slice(0, -'.md'.length));
    const titles = names
      .filter((name) => !CONTRIBUTOR_PAGES.has(name))
      .map((name) => ({ name, title: read(name).split('\n', 1)[0]?.replace(/^# /, '') }));
    expect(GUIDE_PAGES.map(({ name, title }) => ({ name, title }))).toEqual(expect.arrayContaining(titles));
    expect(GUIDE_PAGES).toHaveLength(titles.length);
    expect(names).toEqual(expect.arrayContaining([...CONTRIBUTOR_PAGES]));
  });

  it.each(GUIDE_PAGES.map(({ name }) => name))('%s names no source file', (name) => {
    const paths = read(name).match(SOURCE_PATHS) ?? [];
    expect(paths.filter((path) => !path.startsWith('scripts/start'))).toEqual([]);
  });

  it.each(GUIDE_PAGES.map(({ name }) => name))('%s keeps each code span on one line', (name) => {
    const prose = read(name).replaceAll(/^ *```[^]*?^ *```$/gm, '');
    const broken = prose.split('\n').filter((line) => (line.match(/`/g) ?? []).length % 2 === 1);
    expect(broken).toEqual([]);
  });

  it.each(GUIDE_PAGES.map(({ name }) => name))('%s has a text in each header of a table', (name) => {
    const header = /^\|.*\|(?=\n\|(?: *:?-+:? *\|)+$)/gm;
    const empty = (read(name).match(header) ?? []).filter((row) => /\|\s*\|/.test(row));
    expect(empty).toEqual([]);
  });

  it.each(GUIDE_PAGES.map(({ name }) => name))('%s shows the address of this gateway', (name) => {
    // The settings HOST and PORT are named where the default of PUBLIC_URL is explained.
    expect(read(name).match(/\/\/HOST:PORT|\/\/localhost:3000/g) ?? []).toEqual([]);
  });
});
