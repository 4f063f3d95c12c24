import { type CheckedConfigFile, ConfigError, checkConfigFile, readEnvironment } from '#config';
import { listKnownProviders } from '#providers';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';

/** The file that is named, else the one that a start would take; undefined where there is none. */
export function findConfigFile(file: string | undefined): CheckedConfigFile | undefined {
  const environment = readEnvironment();
  const fromEnvironment = environment['MODELGATE_CONFIG'];
  try {
    return checkConfigFile(
      file ?? (fromEnvironment === '' ? undefined : fromEnvironment),
      environment,
      process.cwd(),
      listKnownProviders(),
    );
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    // The words are those of a start, where only the variable can name a file.
    const message = file === undefined ? error.message : error.message.replace(/^MODELGATE_CONFIG: /, '');
    throw new CommandFailure(message, exitCodes.config);
  }
}

export function requireConfigFile(file: string | undefined): CheckedConfigFile {
  const found = findConfigFile(file);
  if (found !== undefined) return found;
  throw new CommandFailure(
    'There is no config file: name one, or set MODELGATE_CONFIG, or write modelgate.yaml here.',
    exitCodes.notFound,
  );
}

/** A file of this machine, as the admin API takes it. */
export async function readOwnFile(file: string | undefined): Promise<{ config: object; place: string }> {
  const { path, entries } = requireConfigFile(file);
  const { getConfigPlace } = await import('#setup');
  return { config: entries, place: getConfigPlace(path) };
}
