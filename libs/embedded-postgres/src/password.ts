import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createFileOnce } from './durable-file.js';
import { readOptionalFile } from './optional-file.js';

export interface Passwords {
  /** Of the superuser, whom only the start itself needs. */
  administrator: string;
  /** Of the role that the gateway works as. */
  application: string;
}

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
  createFileOnce(passwordFile(dataDir), generatePassword());
  return readPassword(dataDir);
}

/** Where it was lost another is as good: every start sets it. */
export function ensureApplicationPassword(dataDir: string): string {
  createFileOnce(applicationPasswordFile(dataDir), generatePassword());
  const password = readApplicationPassword(dataDir);
  if (password) return password;
  throw new Error(
    `${applicationPasswordFile(dataDir)} is empty: remove it, and the next start makes another.`,
  );
}

/** Undefined where the data folder has not been used since an earlier version. */
export function readApplicationPassword(dataDir: string): string | undefined {
  return readOptionalFile(applicationPasswordFile(dataDir))?.trim();
}

export function hasPassword(dataDir: string): boolean {
  return readOptionalFile(passwordFile(dataDir)) !== undefined;
}

function generatePassword(): string {
  return `${randomBytes(24).toString('hex')}\n`;
}

function passwordFile(dataDir: string): string {
  return join(dataDir, 'postgres-password');
}

function applicationPasswordFile(dataDir: string): string {
  return join(dataDir, 'postgres-app-password');
}
