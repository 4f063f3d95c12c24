import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createFileOnce } from './durable-file.js';
import { readOptionalFile } from './optional-file.js';

export function readPassword(dataDir: string): string {
  const password = readOptionalFile(passwordFile(dataDir))?.trim();
  if (password) return password;
  throw new Error(
    `The password of the embedded database is missing: put ${passwordFile(dataDir)} back, ` +
      `or remove ${dataDir} to start afresh.`,
  );
}

/** On disk before the cluster is made, so that no cluster ever exists whose password is lost. */
export function ensurePassword(dataDir: string): string {
  createFileOnce(passwordFile(dataDir), `${randomBytes(24).toString('hex')}\n`);
  return readPassword(dataDir);
}

export function hasPassword(dataDir: string): boolean {
  return readOptionalFile(passwordFile(dataDir)) !== undefined;
}

function passwordFile(dataDir: string): string {
  return join(dataDir, 'postgres-password');
}
