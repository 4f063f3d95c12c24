import { isDeepStrictEqual } from 'node:util';
import { Document, isMap, isSeq, parse, parseDocument } from 'yaml';
import { type ConfigAdditions, insertIntoYaml } from './insert-into-yaml.js';
import { hideReferences, restoreReferences } from './yaml-document.js';

const STYLE = { lineWidth: 0, flowCollectionPadding: false } as const;

/**
 * The text of a config file with additions. The existing lines stay unchanged if the additions can be inserted between
 * them; otherwise the file is formatted again, with its comments.
 */
export function composeConfigFile(existing: string | undefined, additions: ConfigAdditions): string {
  const { settings, ...lists } = additions;
  const isNothing = settings.length === 0 && Object.values(lists).every(({ length }) => length === 0);
  if (existing !== undefined && isNothing) return existing;
  const rewritten = restoreReferences(rewrite(hideReferences(existing ?? ''), additions));
  if (existing === undefined) return rewritten;
  return formatAsJson(existing, rewritten) ?? insertLines(existing, additions, rewritten) ?? rewritten;
}

function rewrite(existing: string, { settings, ...lists }: ConfigAdditions): string {
  const document = parseDocument(existing) as Document;
  // A file with only comments has no map yet.
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

/** A JSON file stays JSON with the same indentation. */
function formatAsJson(existing: string, rewritten: string): string | undefined {
  if (!isWrittenAsJson(existing)) return undefined;
  const indent = /\n([ \t]{1,8})"/.exec(existing.slice(0, 1000))?.[1] ?? '  ';
  return `${JSON.stringify(parse(hideReferences(rewritten)), restoreInText, indent)}\n`;
}

/** `{}` is valid JSON and YAML, so it does not count as JSON. */
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

/** Inserts the additions between the lines; undefined if the result does not equal the rewritten file. */
function insertLines(existing: string, additions: ConfigAdditions, rewritten: string): string | undefined {
  const inserted = insertIntoYaml(existing, additions);
  if (inserted === undefined) return undefined;
  return isDeepStrictEqual(tryParse(inserted), tryParse(rewritten)) ? inserted : undefined;
}

function tryParse(text: string): unknown {
  try {
    return parse(hideReferences(text));
  } catch {
    return undefined;
  }
}
