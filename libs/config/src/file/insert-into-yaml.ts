import {
  type Node,
  type Pair,
  type YAMLMap,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  parseDocument,
  stringify,
} from 'yaml';
import { hideReferences } from './yaml-document.js';

/** Entries and settings to add to a config file. */
export interface ConfigAdditions {
  channels: readonly object[];
  tokens: readonly object[];
  owners: readonly object[];
  models: readonly object[];
  /** Single settings with their paths. */
  settings: readonly { path: readonly string[]; value: unknown }[];
}

const STYLE = { lineWidth: 0, flowCollectionPadding: false } as const;

interface Insertion {
  at: number;
  lines: string;
}

/**
 * Inserts entries and settings between the lines of a YAML file without changing them. Undefined if a section has a form
 * in which lines cannot be inserted, such as brackets.
 */
export function insertIntoYaml(text: string, { settings, ...lists }: ConfigAdditions): string | undefined {
  const { contents, errors } = parseDocument(hideReferences(text));
  if (errors.length > 0 || !isBlock(contents) || !isMap(contents)) return undefined;
  const writer = new Writer(text, contents);
  for (const [section, entries] of Object.entries(lists)) writer.addEntries(section, entries);
  for (const { path, value } of settings) writer.addSetting(path, value);
  return writer.write();
}

class Writer {
  private readonly insertions: Insertion[] = [];
  private readonly missing: Record<string, unknown> = {};
  private isPossible = true;

  constructor(
    private readonly text: string,
    private readonly root: YAMLMap,
  ) {}

  addEntries(section: string, entries: readonly object[]): void {
    if (entries.length === 0) return;
    const pair = findPair(this.root, section);
    if (pair === undefined) this.missing[section] = entries;
    else if (isBlock(pair.value) && isSeq(pair.value)) this.insertAfter(pair.value, entries);
    else this.isPossible = false;
  }

  addSetting([section = '', name]: readonly string[], value: unknown): void {
    const pair = findPair(this.root, section);
    if (name === undefined) {
      if (pair === undefined) this.missing[section] = value;
      else this.isPossible = false;
    } else if (pair === undefined) {
      this.missing[section] = { ...(this.missing[section] as object | undefined), [name]: value };
    } else if (isBlock(pair.value) && isMap(pair.value) && findPair(pair.value, name) === undefined) {
      this.insertAfter(pair.value, { [name]: value });
    } else {
      this.isPossible = false;
    }
  }

  write(): string | undefined {
    if (!this.isPossible) return undefined;
    // From the end, so that earlier offsets stay valid. Insertions at the same offset keep their order.
    let written = this.text;
    for (const { at, lines } of this.insertions.toReversed().toSorted((one, other) => other.at - one.at)) {
      written = `${endLine(written.slice(0, at))}${lines}${written.slice(at)}`;
    }
    if (Object.keys(this.missing).length === 0) return written;
    return `${endLine(written)}${stringify(this.missing, STYLE)}`;
  }

  private insertAfter(node: Node, value: unknown): void {
    const start = node.range?.[0] ?? 0;
    const indent = ' '.repeat(start - (this.text.lastIndexOf('\n', start - 1) + 1));
    const lines = stringify(value, STYLE).replaceAll(/^(?=.)/gm, indent);
    this.insertions.push({ at: this.findLineAfter(findEnd(node)), lines });
  }

  /** The rest of the line is a comment on the value, so insertions start on the next line. */
  private findLineAfter(end: number): number {
    if (this.text[end - 1] === '\n') return end;
    const newline = this.text.indexOf('\n', end);
    return newline === -1 ? this.text.length : newline + 1;
  }
}

function isBlock(node: unknown): node is Node {
  return (isMap(node) || isSeq(node)) && node.flow !== true && node.items.length > 0;
}

function findPair(map: YAMLMap, name: string): Pair | undefined {
  return map.items.find(({ key }) => isScalar(key) && key.value === name);
}

/** The end of the last value in a node, without following comments and empty lines. */
function findEnd(node: unknown): number {
  if ((isMap(node) || isSeq(node)) && node.flow !== true && node.items.length > 0)
    return findEnd(node.items.at(-1));
  if (isPair(node)) return findEnd(isNode(node.value) ? node.value : node.key);
  return isNode(node) ? (node.range?.[1] ?? 0) : 0;
}

function endLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
