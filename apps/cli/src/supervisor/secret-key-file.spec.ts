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

  it('creates a key of 32 bytes that only its owner can read, and leaves no temporary files', () => {
    const path = ensureSecretKeyFile(dataDir, false);
    expect(Buffer.from(readFileSync(path, 'utf8').trim(), 'base64')).toHaveLength(32);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir)).toEqual(['secret.key']);
  });

  it('keeps an existing key', () => {
    const first = readFileSync(ensureSecretKeyFile(dataDir, false), 'utf8');
    const second = readFileSync(ensureSecretKeyFile(dataDir, true), 'utf8');
    expect(second).toBe(first);
  });

  it('fails if the database exists without a key', () => {
    expect(() => ensureSecretKeyFile(dataDir, true)).toThrow(
      expect.objectContaining({
        exitCode: 78,
        message: expect.stringContaining('secret.key is missing'),
      }),
    );
    expect(readdirSync(dataDir)).toEqual([]);
  });
});
