import { Document, isMap, isSeq, parseDocument } from 'yaml';
import { type KnownProvider } from '../known-provider.js';
import { type FileSettings, fileSchema } from './file-schema.js';
import { parseYamlFile } from './parse-yaml-file.js';
import { type ModelPrices, readPricesFile } from './prices-file.js';
import { type ConfigFileText, readConfigFile } from './read-config-file.js';

export interface CheckedConfigFile {
  /** Absolute. */
  path: string;
  text: string;
}

interface ParsedConfigFile {
  settings: FileSettings;
  /** What the prices file says, where there is one. */
  prices: ModelPrices;
}

/** What a config file is to say beside what it says already. */
export interface ConfigAdditions {
  channels: readonly object[];
  tokens: readonly object[];
  owners: readonly object[];
  models: readonly object[];
  /** Single settings, by where they stand. */
  settings: readonly { path: readonly string[]; value: unknown }[];
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
  parseConfigFile(file, environment, providers);
  return { path: file.path, text: file.text };
}

export function parseConfigFile(
  file: ConfigFileText,
  environment: NodeJS.ProcessEnv,
  providers: readonly KnownProvider[],
): ParsedConfigFile {
  let prices: ModelPrices = {};
  const settings = parseYamlFile(file, {
    schema: fileSchema(providers),
    environment,
    check: ({ pricesFile }) => {
      if (pricesFile !== undefined) prices = readPricesFile(pricesFile, { beside: file.path, environment });
    },
  });
  return { settings, prices };
}

/** The text of a config file: the one that there is, comments and all, with what is added. */
export function composeConfigFile(existing: string | undefined, additions: ConfigAdditions): string {
  const document = existing === undefined ? new Document({}) : parseDocument(existing);
  // A file of comments alone holds nothing that could be added to.
  if (document.contents === null) document.contents = document.createNode({});
  if (isMap(document.contents) && document.contents.items.length === 0) document.contents.flow = false;
  const { settings, ...lists } = additions;
  for (const [section, entries] of Object.entries(lists)) {
    for (const entry of entries) addEntry(document, section, entry);
  }
  for (const { path, value } of settings) document.setIn(path, value);
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

function addEntry(document: Document, section: string, entry: object): void {
  const list: unknown = document.get(section, true);
  if (!isSeq(list)) {
    document.set(section, document.createNode([entry]));
    return;
  }
  if (list.items.length === 0) list.flow = false;
  list.add(document.createNode(entry));
}
