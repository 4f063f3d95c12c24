import { Document, isMap, isSeq, parseDocument } from 'yaml';

/** What a config file is to say beside what it says already. */
export interface ConfigAdditions {
  channels: readonly object[];
  tokens: readonly object[];
  owners: readonly object[];
  models: readonly object[];
  /** Single settings, by where they stand. */
  settings: readonly { path: readonly string[]; value: unknown }[];
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
