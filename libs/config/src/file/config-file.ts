import { type KnownProvider } from '../known-provider.js';
import { type DeclaredSource, pickDeclared } from './config-entries.js';
import { type FileSettings, type FileSource, fileSchema } from './file-schema.js';
import { parseYamlFile } from './parse-yaml-file.js';
import { type ModelPrices, readPricesFile } from './prices-file.js';
import { type ConfigFileText, readConfigFile } from './read-config-file.js';

export interface CheckedConfigFile {
  /** An absolute path. */
  path: string;
  text: string;
  /** The entries, in the form that is sent to a server. */
  entries: DeclaredSource;
}

interface ParsedConfigFile {
  source: FileSource;
  settings: FileSettings;
  /** Empty without a prices file. */
  prices: ModelPrices;
}

/**
 * Reads and validates a config file like a start does. Throws a ConfigError with the first mistake. Undefined if no file
 * is given and the default one does not exist.
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
  return { path: file.path, text: file.text, entries: pickDeclared(source) };
}

export function parseConfigFile(
  file: ConfigFileText,
  environment: NodeJS.ProcessEnv,
  providers: readonly KnownProvider[],
): ParsedConfigFile {
  let prices: ModelPrices = {};
  const { source, settings } = parseYamlFile(file, {
    schema: fileSchema(providers),
    environment,
    check: ({ pricesFile }) => {
      if (pricesFile !== undefined) prices = readPricesFile(pricesFile, { beside: file.path, environment });
    },
  });
  return { source: source as FileSource, settings, prices };
}
