import { describe, expect, it } from '@jest/globals';
import { findEntries, listSections } from './search-entries.js';

const TEXTS = new Map([
  ['limits', '# Limits\n\nHow much a token may ask for.\n\n## Headers\n\nAnswers carry `retry-after`.\n'],
  ['usage', '# Usage\n\nWhat was used.\n\n## Sessions\n\nA header names a session.\n'],
]);

describe('the search of the docs', () => {
  const entries = listSections(TEXTS);

  it('has every section of the guide under its heading', () => {
    expect(entries.map(({ to, place }) => [to, place])).toEqual([
      ['/guide/limits', 'Guide'],
      ['/guide/limits#headers', 'Guide · Limits'],
      ['/guide/usage', 'Guide'],
      ['/guide/usage#sessions', 'Guide · Usage'],
    ]);
  });

  it('finds what has all words, titles first', () => {
    expect(findEntries(entries, 'HEADER').map(({ to }) => to)).toEqual([
      '/guide/limits#headers',
      '/guide/usage#sessions',
    ]);
    expect(findEntries(entries, 'header session').map(({ to }) => to)).toEqual(['/guide/usage#sessions']);
    expect(findEntries(entries, 'nothing of the kind')).toEqual([]);
    expect(findEntries(entries, '  ')).toEqual([]);
  });

  it('shows what stands around a word', () => {
    const long = [{ to: '/', title: 't', place: 'p', text: `${'a '.repeat(200)}needle${' b'.repeat(200)}` }];
    const [found] = findEntries(long, 'needle');
    expect(found?.text).toMatch(/^….*needle.*…$/);
    expect(found?.text.length).toBeLessThan(170);
  });
});
