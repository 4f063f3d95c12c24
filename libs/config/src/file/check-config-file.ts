import type { KnownProvider } from '../known-provider.js';
import { listUnavailable } from '../unavailable.js';
import { parseConfigFile } from './parse-config-file.js';
import { readConfigFile } from './read-config-file.js';

export interface CheckedConfigFile {
  /** Absolute. */
  path: string;
  text: string;
  /** What it asks for and does not exist in this version. */
  unavailable: string[];
}

/**
 * Reads a config file as a start does, and nothing else; throws ConfigError on the first mistake. Undefined where none
 * is named and the default one does not exist.
 */
export function checkConfigFile(
  given: string | undefined,
  environment: NodeJS.ProcessEnv,
  workingDirectory: string,
  providers: readonly KnownProvider[],
): CheckedConfigFile | undefined {
  const file = readConfigFile(given, workingDirectory);
  if (file === undefined) return undefined;
  const { source } = parseConfigFile(file, environment, providers);
  return { path: file.path, text: file.text, unavailable: listUnavailable([], providers, source) };
}
