import { afterEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hydrateSymlinks } from './library-symlinks.js';
import { TestHarness } from './test-harness.js';

const harness = new TestHarness();
afterEach(() => harness.cleanUp());

describe('hydrateSymlinks', () => {
  it('creates missing links in any folder', () => {
    const nativeDir = harness.newFolder(0o755);
    mkdirSync(join(nativeDir, 'lib'));
    writeFileSync(join(nativeDir, 'lib', 'libpq.so.5.18'), '');
    const links = ['libpq.so', 'libpq.so.5'];
    const list = links.map((link) => ({ source: 'native/lib/libpq.so.5.18', target: `native/lib/${link}` }));
    writeFileSync(join(nativeDir, 'pg-symlinks.json'), JSON.stringify(list));

    hydrateSymlinks(nativeDir);
    rmSync(join(nativeDir, 'lib', 'libpq.so'));
    hydrateSymlinks(nativeDir);

    expect(links.map((link) => readlinkSync(join(nativeDir, 'lib', link)))).toEqual([
      'libpq.so.5.18',
      'libpq.so.5.18',
    ]);
  });

  it('does nothing if a package has no list of links', () => {
    const nativeDir = harness.newFolder(0o755);
    expect(hydrateSymlinks(nativeDir)).toBe(nativeDir);
  });
});
