import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { CONTRIBUTOR_PAGES, GUIDE_PAGES } from './guide-pages.js';

const DOCS = new URL('../../../../../docs/', import.meta.url);

const read = (name: string): string => readFileSync(new URL(`${name}.md`, DOCS), 'utf8');

/** Paths of the repository. Readers of the guide have only the installed gateway. */
const SOURCE_PATHS =
  /\b(?<!dist\/)(?:apps|libs|test|scripts|bench|fuzz|chaos)\/[\w./-]+|[\w-]+\.(?:spec\.)?tsx?\b/g;

describe('the pages of the guide', () => {
  it('are all pages of docs/ except those for contributors, with the titles of the files', () => {
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

  it.each(GUIDE_PAGES.map(({ name }) => name))('%s mentions no source file', (name) => {
    const paths = read(name).match(SOURCE_PATHS) ?? [];
    expect(paths.filter((path) => !path.startsWith('scripts/start'))).toEqual([]);
  });

  it.each(GUIDE_PAGES.map(({ name }) => name))('%s keeps each code span on one line', (name) => {
    const prose = read(name).replaceAll(/^ *```[^]*?^ *```$/gm, '');
    const broken = prose.split('\n').filter((line) => (line.match(/`/g) ?? []).length % 2 === 1);
    expect(broken).toEqual([]);
  });

  it.each(GUIDE_PAGES.map(({ name }) => name))('%s has no empty table header', (name) => {
    const header = /^\|.*\|(?=\n\|(?: *:?-+:? *\|)+$)/gm;
    const empty = (read(name).match(header) ?? []).filter((row) => /\|\s*\|/.test(row));
    expect(empty).toEqual([]);
  });

  it.each(GUIDE_PAGES.map(({ name }) => name))(
    '%s uses the example address that is replaced at runtime',
    (name) => {
      // The settings HOST and PORT may be mentioned, for example to explain the default of PUBLIC_URL.
      expect(read(name).match(/\/\/HOST:PORT|\/\/localhost:3000/g) ?? []).toEqual([]);
    },
  );
});
