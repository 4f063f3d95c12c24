import type { KnownProvider } from '../known-provider.js';
import type { FileSettings, FileSource } from './file-schema.js';
import { fileSchema } from './file-schema.js';
import { parseYamlFile } from './parse-yaml-file.js';
import type { ModelPrices } from './prices-file.js';
import { readPricesFile } from './prices-file.js';
import type { ConfigFileText } from './read-config-file.js';

export interface ParsedConfigFile {
  source: FileSource;
  settings: FileSettings;
  /** What the prices file says, where there is one. */
  prices: ModelPrices;
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
