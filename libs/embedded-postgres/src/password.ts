import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createFileOnce } from './durable-file.js';
import { readOptionalFile } from './optional-file.js';

export interface Passwords {
  /** The password of the superuser, which only the start uses. */
  administrator: string;
  /** The password of the role that the gateway uses. */
  application: string;
}

export function readPassword(dataDir: string): string {
  const password = readOptionalFile(getPasswordFile(dataDir))?.trim();
  if (password) return password;
  throw new Error(
    `The password of the embedded database is missing: restore ${getPasswordFile(dataDir)}, ` +
      `or delete ${dataDir} to start with an empty installation.`,
  );
}

/** Must be called before the cluster is created, so that no cluster exists without a stored password. */
export function ensurePassword(dataDir: string): string {
  createFileOnce(getPasswordFile(dataDir), generatePassword());
  return readPassword(dataDir);
}

/** Creates another password if the file is missing, because every start sets the password of the role. */
export function ensureApplicationPassword(dataDir: string): string {
  createFileOnce(getApplicationPasswordFile(dataDir), generatePassword());
  const password = readApplicationPassword(dataDir);
  if (password) return password;
  throw new Error(
    `${getApplicationPasswordFile(dataDir)} is empty. Delete it; the next start creates a new one.`,
  );
}

/** Undefined if only an earlier version has used the data folder. */
export function readApplicationPassword(dataDir: string): string | undefined {
  return readOptionalFile(getApplicationPasswordFile(dataDir))?.trim();
}

export function hasPassword(dataDir: string): boolean {
  return readOptionalFile(getPasswordFile(dataDir)) !== undefined;
}

function generatePassword(): string {
  return `${randomBytes(24).toString('hex')}\n`;
}

function getPasswordFile(dataDir: string): string {
  return join(dataDir, 'postgres-password');
}

function getApplicationPasswordFile(dataDir: string): string {
  return join(dataDir, 'postgres-app-password');
}
