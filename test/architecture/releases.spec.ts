import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { cutRelease, readNotes } from '../../scripts/release/changelog.mjs';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const CHANGELOG = '# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.1.0 – 2026-01-02\n\n- First.\n';

describe('the changelog of a release', () => {
  it('has the unreleased changes under the version, and an empty part for the next one', () => {
    const cut = cutRelease(CHANGELOG, '0.2.0', '2026-03-04');
    expect(readNotes(cut, '0.2.0')).toBe('- New.');
    expect(readNotes(cut, 'Unreleased')).toBe('');
    expect(readNotes(cut, '0.1.0')).toBe('- First.');
  });

  it('cannot be made if there is nothing to release', () => {
    const empty = CHANGELOG.replace('- New.\n', '');
    expect(() => cutRelease(empty, '0.2.0', '2026-03-04')).toThrow('lists no changes');
    expect(() => readNotes(CHANGELOG, '9.9.9')).toThrow('no section "9.9.9"');
  });

  it('can be made from ours', () => {
    expect(readNotes(cutRelease(read('CHANGELOG.md'), '99.0.0', '2026-03-04'), '99.0.0')).not.toBe('');
  });
});

it('the index of decisions lists each of them', () => {
  const files = readdirSync(new URL('../../docs/decisions', import.meta.url)).filter((name) =>
    /^\d/.test(name),
  );
  const listed = [...read('docs/decisions/README.md').matchAll(/^\| [\d-]+ \| \[[^\]]+\]\(([^)]+)\)/gm)];
  expect(listed.map(([, name]) => name)).toEqual(files.toSorted());
});
