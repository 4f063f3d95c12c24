import { writeFileSync } from 'node:fs';
import { type ExportedConfig, exportConfig } from '#setup';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { type Output } from '../frame/output.js';
import { withStorage } from '../with-storage.js';
import { findConfigFile } from './require-config-file.js';

export interface ExportOptions {
  out: string | undefined;
  secrets: string | undefined;
}

const FOR_EVERYBODY = 0o644;
const FOR_ONESELF = 0o600;

export async function exportConfigFile(options: ExportOptions, output: Output): Promise<void> {
  const exported = await readInstallation(output);
  const names = Object.keys(exported.secrets);
  if (options.secrets !== undefined) writeNew(options.secrets, asVariables(exported.secrets), FOR_ONESELF);
  if (options.out !== undefined) writeNew(options.out, exported.text, FOR_EVERYBODY);
  output.result({ config: exported.text, variables: names }, () =>
    options.out === undefined ? [exported.text.trimEnd()] : [`Written to ${options.out}.`],
  );
  if (names.length > 0 && options.secrets === undefined) {
    output.note(`It needs these variables: ${names.join(', ')}`);
  }
}

function readInstallation(output: Output): Promise<ExportedConfig> {
  return withStorage(
    (line) => output.note(line),
    ({ config, dataSource, secretBox }) => {
      const file = findConfigFile(undefined);
      const existing = file === undefined ? undefined : { text: file.text, settings: config.file };
      return exportConfig(dataSource, secretBox, existing);
    },
  );
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
