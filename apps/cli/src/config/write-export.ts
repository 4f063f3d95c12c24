import { writeFileSync } from 'node:fs';
import { type ConfigExportView } from '#admin';
import { type ConfigAdditions, composeConfigFile } from '#config';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { findConfigFile } from './require-config-file.js';

interface ExportContent {
  config: string;
  secrets: Readonly<Record<string, string>> | undefined;
}

const PUBLIC_MODE = 0o644;
const PRIVATE_MODE = 0o600;

/** The existing config file with the additions from the database, or with `isWhole` a new file. */
export function composeExport({ additions }: ConfigExportView, isWhole: boolean): string {
  const existing = isWhole ? undefined : findConfigFile(undefined)?.text;
  return composeConfigFile(existing, additions as ConfigAdditions);
}

export function writeExport(
  { config, secrets = {} }: ExportContent,
  paths: { out: string | undefined; secrets: string | undefined },
): void {
  if (paths.secrets !== undefined) writeNew(paths.secrets, formatVariables(secrets), PRIVATE_MODE);
  if (paths.out !== undefined) writeNew(paths.out, config, PUBLIC_MODE);
}

/** One variable per line, the format of `docker --env-file` and of systemd's EnvironmentFile. */
function formatVariables(secrets: Readonly<Record<string, string>>): string {
  return Object.entries(secrets)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

/** Fails if the file exists. */
function writeNew(path: string, content: string, mode: number): void {
  try {
    writeFileSync(path, content, { flag: 'wx', mode });
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    const reason = code === 'EEXIST' ? 'already exists' : `cannot be written (${code})`;
    throw new CommandFailure(`${path} ${reason}`, exitCodes.failure);
  }
}
