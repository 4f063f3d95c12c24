import { isDeepStrictEqual } from 'node:util';
import { Document, isMap, isSeq, parse, parseDocument } from 'yaml';
import { type ConfigAdditions, insertIntoYaml } from './insert-into-yaml.js';
import { hideReferences, restoreReferences } from './yaml-document.js';

const STYLE = { lineWidth: 0, flowCollectionPadding: false } as const;

/**
 * The text of a config file: the one that there is, as it is written, with what is added. Where nothing can be put
 * between its lines it is written anew, comments included.
 */
export function composeConfigFile(existing: string | undefined, additions: ConfigAdditions): string {
  const { settings, ...lists } = additions;
  const isNothing = settings.length === 0 && Object.values(lists).every(({ length }) => length === 0);
  if (existing !== undefined && isNothing) return existing;
  const anew = restoreReferences(writeAnew(hideReferences(existing ?? ''), additions));
  if (existing === undefined) return anew;
  return asJson(existing, anew) ?? asInserted(existing, additions, anew) ?? anew;
}

function writeAnew(existing: string, { settings, ...lists }: ConfigAdditions): string {
  const document = parseDocument(existing) as Document;
  // A file of comments alone holds nothing that could be added to.
  if (document.contents === null) document.contents = document.createNode({});
  if (isMap(document.contents) && document.contents.items.length === 0) document.contents.flow = false;
  for (const [section, entries] of Object.entries(lists)) {
    for (const entry of entries) addEntry(document, section, entry);
  }
  for (const { path, value } of settings) document.setIn(path, value);
  return document.toString(STYLE);
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

/** What is JSON stays JSON, indented as it was. */
function asJson(existing: string, anew: string): string | undefined {
  if (!isWrittenAsJson(existing)) return undefined;
  const indent = /\n([ \t]{1,8})"/.exec(existing.slice(0, 1000))?.[1] ?? '  ';
  return `${JSON.stringify(parse(hideReferences(anew)), restoreInText, indent)}\n`;
}

/** Whoever writes `{}` has not chosen yet. */
function isWrittenAsJson(text: string): boolean {
  try {
    return Object.keys(JSON.parse(text) as object).length > 0;
  } catch {
    return false;
  }
}

function restoreInText(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? restoreReferences(value) : value;
}

/** Between the lines of the file, where that says the same. */
function asInserted(existing: string, additions: ConfigAdditions, anew: string): string | undefined {
  const inserted = insertIntoYaml(existing, additions);
  if (inserted === undefined) return undefined;
  return isDeepStrictEqual(parseOrNothing(inserted), parseOrNothing(anew)) ? inserted : undefined;
}

function parseOrNothing(text: string): unknown {
  try {
    return parse(hideReferences(text));
  } catch {
    return undefined;
  }
}
