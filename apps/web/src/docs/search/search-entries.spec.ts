import { describe, expect, it } from '@jest/globals';
import { findEntries, listSections } from './search-entries.js';

const LIMITS = '# Limits\n\nWhat a **token** may use.\n\n## Headers\n\nResponses have `retry-after`.\n';
const USAGE = '# Usage\n\nWhat was used.\n\n## Sessions\n\nA [header](limits.md#headers) names a session.\n';

describe('the search of the docs', () => {
  const entries = [...listSections('limits', 'Administer', LIMITS), ...listSections('usage', 'Use', USAGE)];
  const find = (query: string): string[] => findEntries(entries, query, 50).map(({ to }) => to);

  it('lists every section with its group, page and plain text', () => {
    expect(entries).toEqual([
      { to: '/guide/limits', title: 'Limits', place: 'Administer', text: 'What a token may use.' },
      {
        to: '/guide/limits#headers',
        title: 'Headers',
        place: 'Administer › Limits',
        text: 'Responses have retry-after.',
      },
      { to: '/guide/usage', title: 'Usage', place: 'Use', text: 'What was used.' },
      {
        to: '/guide/usage#sessions',
        title: 'Sessions',
        place: 'Use › Usage',
        text: 'A header names a session.',
      },
    ]);
  });

  it('finds the entries that contain all words, titles first', () => {
    expect(find('HEADER')).toEqual(['/guide/limits#headers', '/guide/usage#sessions']);
    expect(find('header session')).toEqual(['/guide/usage#sessions']);
    expect(find('limits')).toEqual(['/guide/limits', '/guide/limits#headers']);
    expect(find('nothing of the kind')).toEqual([]);
    expect(find('  ')).toEqual([]);
    expect(findEntries(entries, 'e', 1)).toHaveLength(1);
  });

  it('returns an excerpt around the word', () => {
    const long = [{ to: '/', title: 't', place: 'p', text: `${'a '.repeat(200)}needle${' b'.repeat(200)}` }];
    const [found] = findEntries(long, 'needle', 50);
    expect(found?.text).toMatch(/^….*needle.*…$/);
    expect(found?.text.length).toBeLessThan(170);
    const unbroken = [{ to: '/', title: 't', place: 'p', text: `${'a'.repeat(300)}needle` }];
    expect(findEntries(unbroken, 'needle', 50)[0]?.text).toContain('needle');
  });
});
