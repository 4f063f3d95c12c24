import { lstatSync, readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { FILE_LIST, MANIFEST, MAX_FILES, getTableFile } from './contents.js';
import { type CopiedTable, type Snapshot } from './snapshot.js';

/** A file of a backup with its size and checksum. */
export interface CheckedFile {
  file: string;
  bytes: number;
  sha256: string;
}

export interface TableFile extends CopiedTable, CheckedFile {
  rows: number;
}

/** The manifest of a backup. See docs/backup.md. */
export interface Manifest extends Pick<Snapshot, 'migrations' | 'sequences' | 'usageDays'> {
  format: 1;
  /** The version of the program that wrote it. */
  version: string;
  createdAt: string;
  /** The fingerprints of the secret keys, the current one first. */
  keyFingerprints: string[];
  /** The config file is not part of a backup, because it can contain keys. The hash shows whether it has changed. */
  configFile: { path: string; sha256: string } | null;
  tables: TableFile[];
  /** The list of all other files, one JSON object per line. */
  files: CheckedFile & { count: number };
}

const MAX_MANIFEST_BYTES = 4 * 1024 * 1024;

/** Written last: a folder without a manifest is not a complete backup. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const path = join(folder, MANIFEST);
  const file = await open(`${path}.part`, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(manifest, undefined, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.part`, path);
}

export function readManifest(folder: string): Manifest {
  const path = join(folder, MANIFEST);
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw notABackup(folder, `it has no ${MANIFEST}`, exitCodes.notFound);
  if (!found.isFile()) throw notABackup(folder, `${MANIFEST} is not a file`);
  if (found.size > MAX_MANIFEST_BYTES) throw notABackup(folder, `${MANIFEST} is too large`);
  const manifest = parse(folder, readFileSync(path, 'utf8'));
  if (manifest['format'] !== 1) throw notABackup(folder, `${MANIFEST}: format must be 1`);
  const invalid = Object.entries(CHECKS).find(([key, isValid]) => !isValid(manifest[key]));
  if (invalid !== undefined) throw notABackup(folder, `${MANIFEST}: ${invalid[0]} is invalid`);
  return manifest as unknown as Manifest;
}

const CHECKS: Readonly<Record<string, (value: unknown) => boolean>> = {
  version: isText,
  createdAt: isText,
  migrations: (value) => isList(value, isText),
  keyFingerprints: (value) => isList(value, isText) && value.length > 0,
  sequences: (value) =>
    isRecord(value) && Object.values(value).every((last) => /^\d{1,19}$/.test(String(last))),
  usageDays: (value) => isList(value, (day) => isText(day) && /^\d{8}$/.test(day)),
  tables: (value) => isList(value, isTableFile),
  files: (value) =>
    isCheckedFile(value) &&
    value.file === FILE_LIST &&
    isCount(value['count']) &&
    value['count'] <= MAX_FILES,
};

function isTableFile(value: unknown): boolean {
  if (!isCheckedFile(value)) return false;
  const { table, columns, rows, file } = value;
  return isTableName(table) && file === getTableFile(table) && isList(columns, isText) && isCount(rows);
}

function isTableName(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z_][a-z0-9_]{0,62}$/.test(value);
}

/** Callers check the name, because each part of a backup has its own names. */
export function isCheckedFile(value: unknown): value is CheckedFile & Record<string, unknown> {
  if (!isRecord(value)) return false;
  const { file, bytes, sha256 } = value;
  return isText(file) && isCount(bytes) && isText(sha256) && /^[0-9a-f]{64}$/.test(sha256);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 1_024;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isList(value: unknown, isValid: (item: unknown) => boolean): value is unknown[] {
  return Array.isArray(value) && value.every((item) => isValid(item));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(folder: string, text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch {
    // Reported below.
  }
  throw notABackup(folder, `${MANIFEST} cannot be read`);
}

function notABackup(folder: string, reason: string, exitCode: number = exitCodes.failure): CommandFailure {
  return new CommandFailure(`${folder} is not a valid backup: ${reason}.`, exitCode);
}
