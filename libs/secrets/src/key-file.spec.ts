import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { KEY_FILE_CHECK_MS, KeyFile } from './key-file.js';
import { SecretBox, SecretUnreadable } from './secret-box.js';

function read(from: string): Uint8Array[] {
  const lines = readFileSync(from, 'utf8').trim().split('\n');
  const keys = lines.map((line) => new Uint8Array(Buffer.from(line, 'base64')));
  if (keys.some(({ length }) => length !== 32)) throw new Error('not a key');
  return keys;
}

describe('keys in a file', () => {
  let folder: string;
  let path: string;
  let nowMs: number;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'modelgate-test-keys-'));
    path = join(folder, 'secret.key');
    nowMs = 0;
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  function write(...keys: Uint8Array[]): void {
    writeFileSync(`${path}.new`, keys.map((key) => `${Buffer.from(key).toString('base64')}\n`).join(''));
    renameSync(`${path}.new`, path);
  }

  const open = (): KeyFile => new KeyFile(path, read, undefined, () => nowMs);

  it('are read again after the check interval if the file has changed', () => {
    const [one, two] = [randomBytes(32), randomBytes(32)];
    write(one);
    const keys = open();
    write(two, one);
    nowMs += KEY_FILE_CHECK_MS - 1;
    expect(keys.all()).toEqual([new Uint8Array(one)]);
    nowMs += 1;
    expect(keys.all()).toEqual([new Uint8Array(two), new Uint8Array(one)]);
  });

  it('do not change while the file is missing or invalid', () => {
    const [one, two] = [randomBytes(32), randomBytes(32)];
    write(one);
    const keys = open();
    rmSync(path);
    nowMs += KEY_FILE_CHECK_MS;
    expect(keys.all()).toEqual([new Uint8Array(one)]);
    write(randomBytes(5));
    nowMs += KEY_FILE_CHECK_MS;
    expect(keys.all()).toEqual([new Uint8Array(one)]);
    write(two);
    nowMs += KEY_FILE_CHECK_MS;
    expect(keys.all()).toEqual([new Uint8Array(two)]);
  });

  it('open values that were sealed with a former key, and report that the key is not current', () => {
    const [one, two] = [randomBytes(32), randomBytes(32)];
    write(one);
    const box = new SecretBox(open());
    const sealed = box.seal('sk-1', 'channels/1/secrets');
    expect(box.isCurrent(sealed, 'channels/1/secrets')).toBe(true);
    write(two, one);
    nowMs += KEY_FILE_CHECK_MS;
    expect(box.isCurrent(sealed, 'channels/1/secrets')).toBe(false);
    expect(box.open(sealed, 'channels/1/secrets')).toBe('sk-1');
    const resealed = box.seal('sk-1', 'channels/1/secrets');
    expect(new SecretBox(two).open(resealed, 'channels/1/secrets')).toBe('sk-1');
    expect(() => new SecretBox(one).open(resealed, 'channels/1/secrets')).toThrow(SecretUnreadable);
  });
});
