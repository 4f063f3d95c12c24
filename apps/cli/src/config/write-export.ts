import { writeFileSync } from 'node:fs';
import { type ConfigExportView } from '#admin';
import { type ConfigAdditions, composeConfigFile } from '#config';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { findConfigFile } from './require-config-file.js';

interface Exported {
  config: string;
  secrets: Readonly<Record<string, string>> | undefined;
}

const FOR_EVERYBODY = 0o644;
const FOR_ONESELF = 0o600;

/** The file that there is, with what was made elsewhere; or all of it anew. */
export function composeExport({ additions }: ConfigExportView, isWhole: boolean): string {
  const existing = isWhole ? undefined : findConfigFile(undefined)?.text;
  return composeConfigFile(existing, additions as ConfigAdditions);
}

export function writeExport(
  { config, secrets = {} }: Exported,
  paths: { out: string | undefined; secrets: string | undefined },
): void {
  if (paths.secrets !== undefined) writeNew(paths.secrets, asVariables(secrets), FOR_ONESELF);
  if (paths.out !== undefined) writeNew(paths.out, config, FOR_EVERYBODY);
}

/** As `docker --env-file` and systemd's EnvironmentFile read it: one on each line. */
function asVariables(secrets: Readonly<Record<string, string>>): string {
  return Object.entries(secrets)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

/** Never over something that exists. */
function writeNew(path: string, content: string, mode: number): void {
  try {
    writeFileSync(path, content, { flag: 'wx', mode });
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    const reason = code === 'EEXIST' ? 'exists already' : `cannot be written (${code})`;
    throw new CommandFailure(`${path} ${reason}`, exitCodes.failure);
  }
}
