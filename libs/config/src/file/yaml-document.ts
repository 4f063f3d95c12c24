import {
  type CST,
  Composer,
  type ErrorCode,
  LineCounter,
  type Node,
  type Pair,
  Parser,
  type YAMLMap,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
} from 'yaml';
import { findNearest } from '../text/nearest.js';
import { type Path, Problem } from './problem.js';

/** Limits aliases, with which a small file can expand to an enormous one. */
const MAX_VALUES = 1_000_000;

const STATEMENTS: Partial<Record<ErrorCode, string>> = {
  ALIAS_PROPS: 'an alias cannot have an anchor or a tag',
  BAD_ALIAS: 'an alias has a wrong name',
  BAD_COLLECTION_TYPE: 'a tag does not fit its value',
  BAD_DIRECTIVE: 'a % directive is wrong',
  BAD_DQ_ESCAPE: 'a double-quoted string contains an unknown escape sequence',
  BAD_INDENT: 'wrong indentation, or a bracket that is not closed',
  BAD_SCALAR_START: 'a value that starts with this character needs quotes',
  BLOCK_AS_IMPLICIT_KEY: 'a second colon in one line, or wrong indentation; a value with ": " needs quotes',
  BLOCK_IN_FLOW: 'an indented block is inside brackets',
  KEY_OVER_1024_CHARS: 'a key is longer than 1024 characters',
  MISSING_CHAR: 'a quote, bracket, comma or colon is missing',
  MULTILINE_IMPLICIT_KEY: 'a colon is missing after a key, or the indentation is wrong',
  MULTIPLE_ANCHORS: 'a value has several anchors',
  MULTIPLE_DOCS: 'a second document starts here; only one is allowed',
  MULTIPLE_TAGS: 'a value has several tags',
  TAB_AS_INDENT: 'a tab is used as indentation; use spaces',
  TAG_RESOLVE_FAILED: 'a tag (!) is unknown or does not fit its value',
};

const MAX_NESTING = 100;

/**
 * `${NAME}` needs no quotes anywhere, also not where YAML uses braces: `{ apiKey: ${NAME} }`. During parsing, its braces
 * are replaced by private-use characters.
 */
const REFERENCE = /\$\{([A-Za-z_]\w{0,200})\}/g;
const OPENING = '\uE000';
const CLOSING = '\uE001';
const HIDDEN_REFERENCE = /\$\uE000(\w+)\uE001/g;

export const UNKNOWN_KEY = 'unknown key';

/** Parses the text of a config file (YAML, which includes JSON) to plain values, and finds their lines. */
export class YamlDocument {
  private readonly lines = new LineCounter();
  private readonly root: Node | null;
  private readonly anchors = new Map<string, { value: unknown; size: number }>();
  private size = 0;

  constructor(written: string) {
    const text = hideReferences(written);
    const tokens = new ShallowParser(this.lines).parse(text);
    const [document, second] = new Composer({ uniqueKeys: false }).compose(tokens, true, text.length);
    const mistakes = document === undefined ? [] : [...document.errors, ...document.warnings];
    const [first] = mistakes.toSorted((a, b) => a.pos[0] - b.pos[0]);
    if (first !== undefined) throw this.buildSyntaxProblem(first.code, first.pos[0]);
    if (second !== undefined) throw this.buildSyntaxProblem('MULTIPLE_DOCS', second.range[0]);
    this.root = document?.contents ?? null;
  }

  toValue(): unknown {
    // A file with only comments is valid.
    return this.convert(this.root, []) ?? {};
  }

  /** The line of the value, or of its nearest existing parent. */
  findLine(path: Path): number {
    let node: unknown = this.root;
    let offset = toOffset(node);
    for (const step of path) {
      const child = getChild(node, step);
      if (child === undefined) break;
      offset = toOffset(isPair(child) ? child.key : child);
      node = isPair(child) ? child.value : child;
    }
    return this.getLine(offset);
  }

  private buildSyntaxProblem(code: ErrorCode, offset: number): Problem {
    return new Problem([], describeSyntaxError(code), this.getLine(offset));
  }

  private getLine(offset: number): number {
    return Math.max(1, this.lines.linePos(offset).line);
  }

  private convert(node: unknown, path: Path): unknown {
    const sizeBefore = this.size;
    this.grow(1, path);
    if (isAlias(node)) return this.resolveAlias(node.source, path);

    const value = this.convertContent(node, path);
    // The anchor is set after its value is complete, so that no value can contain itself.
    const anchor = isMap(node) || isSeq(node) || isScalar(node) ? node.anchor : undefined;
    if (anchor !== undefined) this.anchors.set(anchor, { value, size: this.size - sizeBefore });
    return value;
  }

  private convertContent(node: unknown, path: Path): unknown {
    if (isMap(node)) return this.convertMap(node, path);
    if (isSeq(node)) return node.items.map((item, index) => this.convert(item, [...path, index]));
    const value = isScalar(node) ? restoreInValue(node.value) : null;
    // Only tags create dates and bytes.
    if (typeof value === 'object' && value !== null) throw new Problem(path, 'the tag (!) is not supported');
    return value;
  }

  private convertMap(map: YAMLMap, path: Path): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    for (const { key, value } of map.items) {
      if (!isScalar(key)) throw new Problem(path, 'a key is not a plain string');
      const name = String(key.value);
      const entry = [...path, name];
      // Assigning this key would set the prototype.
      if (name === '__proto__') throw new Problem(entry, UNKNOWN_KEY);
      if (Object.hasOwn(result, name)) {
        throw new Problem(
          entry,
          `is defined twice, first on line ${this.findLine(entry)}`,
          this.getLine(toOffset(key)),
        );
      }
      result[name] = this.convert(value, entry);
    }
    return result;
  }

  private resolveAlias(name: string, path: Path): unknown {
    const target = this.anchors.get(name);
    if (target === undefined) throw new Problem(path, 'the alias (*) has no anchor (&) before it');
    this.grow(target.size, path);
    return target.value;
  }

  private grow(size: number, path: Path): void {
    this.size += size;
    if (this.size > MAX_VALUES) throw new Problem(path, 'the aliases (*) expand to too many values');
  }
}

/** Replaces the braces of references by characters without meaning in YAML. The length stays the same. */
export function hideReferences(text: string): string {
  return text.replaceAll(REFERENCE, `$${OPENING}$1${CLOSING}`);
}

export function restoreReferences(text: string): string {
  return text.replaceAll(HIDDEN_REFERENCE, '${$1}');
}

function restoreInValue(value: unknown): unknown {
  return typeof value === 'string' ? restoreReferences(value) : value;
}

function getChild(node: unknown, step: PropertyKey): unknown {
  if (isMap(node)) return findPair(node, step);
  return isSeq(node) ? node.items[Number(step)] : undefined;
}

function findPair(map: YAMLMap, key: PropertyKey): Pair | undefined {
  return map.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === key);
}

function toOffset(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}

/** Our own message: the message of the parser can quote the text, which may contain secrets. */
function describeSyntaxError(code: ErrorCode): string {
  return `not valid YAML: ${STATEMENTS[code] ?? 'the text here is unexpected'}`;
}

/**
 * Rejects deeply nested text before it is composed to a document. Composing is recursive, so thousands of brackets would
 * exhaust the stack.
 */
class ShallowParser extends Parser {
  constructor(private readonly lines: LineCounter) {
    super(lines.addNewLine);
  }

  override *next(lexeme: string): Generator<CST.Token, void> {
    yield* super.next(lexeme);
    if (this.stack.length > MAX_NESTING) {
      throw new Problem([], 'the values are nested too deeply', this.lines.linePos(this.offset).line);
    }
  }
}

export function describeUnknownKey(issue: { keys?: unknown }, known: readonly string[]): string {
  const [key] = Array.isArray(issue.keys) ? issue.keys : [];
  const suggestion = findNearest(String(key), known);
  return suggestion === undefined ? UNKNOWN_KEY : `${UNKNOWN_KEY}; did you mean "${suggestion}"?`;
}
