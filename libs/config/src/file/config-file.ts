import { type KnownProvider } from '../known-provider.js';
import { type DeclaredSource, pickDeclared } from './config-entries.js';
import { type FileSettings, type FileSource, fileSchema } from './file-schema.js';
import { parseYamlFile } from './parse-yaml-file.js';
import { type ModelPrices, readPricesFile } from './prices-file.js';
import { type ConfigFileText, readConfigFile } from './read-config-file.js';

export interface CheckedConfigFile {
  /** Absolute. */
  path: string;
  text: string;
  /** What it declares, as it would be sent to another machine. */
  entries: DeclaredSource;
}

interface ParsedConfigFile {
  source: FileSource;
  settings: FileSettings;
  /** What the prices file says, where there is one. */
  prices: ModelPrices;
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
