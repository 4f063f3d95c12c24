import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ensureSecretKeyFile } from './with-secret-key.js';

describe('ensureSecretKeyFile', () => {
  let dataDir: string;

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'modelgate-key-'));
  });

  afterEach(() => rmSync(dataDir, { recursive: true }));

  it('makes a key of 32 bytes that only its owner may read, and leaves nothing else behind', () => {
    const path = ensureSecretKeyFile(dataDir, false);
    expect(Buffer.from(readFileSync(path, 'utf8').trim(), 'base64')).toHaveLength(32);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir)).toEqual(['secret.key']);
  });

  it('keeps the key it made', () => {
    const first = readFileSync(ensureSecretKeyFile(dataDir, false), 'utf8');
    const second = readFileSync(ensureSecretKeyFile(dataDir, true), 'utf8');
    expect(second).toBe(first);
  });

  it('makes no new key for a database that exists', () => {
    expect(() => ensureSecretKeyFile(dataDir, true)).toThrow(
      expect.objectContaining({
        exitCode: 78,
        message: expect.stringContaining('secret.key is missing'),
      }),
    );
    expect(readdirSync(dataDir)).toEqual([]);
  });
});
