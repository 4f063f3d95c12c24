import { type CheckedConfigFile, ConfigError, checkConfigFile, readEnvironment } from '#config';
import { listKnownProviders } from '#providers';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';

/** Reads the given file, or by default the file that a start would use. Undefined if there is none. */
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
    // At a start only the variable can name a file, so the message begins with it.
    const message = file === undefined ? error.message : error.message.replace(/^MODELGATE_CONFIG: /, '');
    throw new CommandFailure(message, exitCodes.config);
  }
}

export function requireConfigFile(file: string | undefined): CheckedConfigFile {
  const found = findConfigFile(file);
  if (found !== undefined) return found;
  throw new CommandFailure(
    'No config file found. Pass a path, set MODELGATE_CONFIG, or create modelgate.yaml in this folder.',
    exitCodes.notFound,
  );
}

/** Reads a config file of this machine as the request body of the admin API. */
export async function readLocalConfig(file: string | undefined): Promise<{ config: object; place: string }> {
  const { path, entries } = requireConfigFile(file);
  const { getConfigPlace } = await import('#setup');
  return { config: entries, place: getConfigPlace(path) };
}
