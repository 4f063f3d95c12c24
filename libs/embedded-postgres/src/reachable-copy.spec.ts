import { afterEach, describe, expect, it } from '@jest/globals';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ensureReachableCopy } from './reachable-copy.js';
import { TestHarness } from './test-harness.js';

const harness = new TestHarness();
afterEach(() => harness.cleanUp());

function closedFolder(): string {
  const folder = join(harness.newFolder(0o700), 'native');
  mkdirSync(join(folder, 'bin'), { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, 'bin', 'program'), 'run me', { mode: 0o700 });
  writeFileSync(join(folder, 'library.so.1'), 'load me', { mode: 0o600 });
  symlinkSync('library.so.1', join(folder, 'library.so'));
  return folder;
}

function toMode(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

describe('ensureReachableCopy', () => {
  it('makes files that only the owner could read accessible to everyone', async () => {
    const parent = harness.newFolder(0o755);
    const copy = join(parent, 'copy');
    mkdirSync(join(parent, 'copy.making-999999999-abc'));

    expect(await ensureReachableCopy(closedFolder(), copy)).toBe(true);

    expect(toMode(copy)).toBe('755');
    expect(toMode(join(copy, 'bin'))).toBe('755');
    expect(toMode(join(copy, 'bin', 'program'))).toBe('755');
    expect(toMode(join(copy, 'library.so.1'))).toBe('644');
    expect(readlinkSync(join(copy, 'library.so'))).toBe('library.so.1');
    expect(readFileSync(join(copy, 'library.so'), 'utf8')).toBe('load me');
    expect(readdirSync(parent)).toEqual(['copy']);
  });

  it('is created once by concurrent calls', async () => {
    const source = closedFolder();
    const parent = harness.newFolder(0o755);
    const copy = join(parent, 'copy');

    const made = await Promise.all([ensureReachableCopy(source, copy), ensureReachableCopy(source, copy)]);

    expect(made.toSorted()).toEqual([false, true]);
    expect(await ensureReachableCopy(source, copy)).toBe(false);
    expect(readdirSync(parent)).toEqual(['copy']);
  });

  it('leaves nothing if it fails', async () => {
    const parent = harness.newFolder(0o755);
    await expect(ensureReachableCopy(join(parent, 'nowhere'), join(parent, 'copy'))).rejects.toThrow(
      'ENOENT',
    );
    expect(existsSync(join(parent, 'copy'))).toBe(false);
    expect(readdirSync(parent)).toEqual([]);
  });
});
