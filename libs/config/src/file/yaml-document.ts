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
import { nearest } from '../text/nearest.js';
import { type Path, Problem } from './problem.js';

/** Aliases let a small file stand for an enormous one. */
const MAX_VALUES = 1_000_000;

const STATEMENTS: Partial<Record<ErrorCode, string>> = {
  ALIAS_PROPS: 'an alias cannot have an anchor or a tag',
  BAD_ALIAS: 'an alias has a wrong name',
  BAD_COLLECTION_TYPE: 'a tag does not fit its value',
  BAD_DIRECTIVE: 'a % directive is wrong',
  BAD_DQ_ESCAPE: 'a backslash in a double-quoted text starts no known escape',
  BAD_INDENT: 'wrong indentation, or a bracket that is not closed',
  BAD_SCALAR_START: 'a value that starts with this character needs quotes',
  BLOCK_AS_IMPLICIT_KEY: 'a second colon in one line, or wrong indentation; a value with ": " needs quotes',
  BLOCK_IN_FLOW: 'an indented block stands inside brackets',
  KEY_OVER_1024_CHARS: 'a key is longer than 1024 characters',
  MISSING_CHAR: 'a quote, bracket, comma or colon is missing',
  MULTILINE_IMPLICIT_KEY: 'a colon is missing after a key, or the indentation is wrong',
  MULTIPLE_ANCHORS: 'a value has several anchors',
  MULTIPLE_DOCS: 'a second document starts here; the file takes one',
  MULTIPLE_TAGS: 'a value has several tags',
  TAB_AS_INDENT: 'a tab is used as indentation; use spaces',
  TAG_RESOLVE_FAILED: 'a tag (!) is unknown or does not fit its value',
};

const DEEPEST_NESTING = 100;

/**
 * `${NAME}` may stand without quotes anywhere, also where braces are YAML's own: `{ apiKey: ${NAME} }`. While the file is
 * read, its braces are characters that mean nothing to anybody.
 */
const REFERENCE = /\$\{([A-Za-z_]\w{0,200})\}/g;
const OPENING = '\uE000';
const CLOSING = '\uE001';
const HIDDEN_REFERENCE = /\$\uE000(\w+)\uE001/g;

export const UNKNOWN_KEY = 'unknown key';

/** The text of a config file (JSON is YAML too) as plain values that know their lines. */
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
    if (first !== undefined) throw this.syntaxProblem(first.code, first.pos[0]);
    if (second !== undefined) throw this.syntaxProblem('MULTIPLE_DOCS', second.range[0]);
    this.root = document?.contents ?? null;
  }

  toValue(): unknown {
    // A file of comments alone says nothing, which is no mistake.
    return this.convert(this.root, []) ?? {};
  }

  /** The line of the value, or of the nearest thing around it that the file has. */
  findLine(path: Path): number {
    let node: unknown = this.root;
    let offset = toOffset(node);
    for (const step of path) {
      const child = getChild(node, step);
      if (child === undefined) break;
      offset = toOffset(isPair(child) ? child.key : child);
      node = isPair(child) ? child.value : child;
    }
    return this.lineAt(offset);
  }

  private syntaxProblem(code: ErrorCode, offset: number): Problem {
    return new Problem([], syntaxStatement(code), this.lineAt(offset));
  }

  private lineAt(offset: number): number {
    return Math.max(1, this.lines.linePos(offset).line);
  }

  private convert(node: unknown, path: Path): unknown {
    const sizeBefore = this.size;
    this.grow(1, path);
    if (isAlias(node)) return this.resolveAlias(node.source, path);

    const value = this.convertContent(node, path);
    // Known only once it is complete, so that no value can contain itself.
    const anchor = isMap(node) || isSeq(node) || isScalar(node) ? node.anchor : undefined;
    if (anchor !== undefined) this.anchors.set(anchor, { value, size: this.size - sizeBefore });
    return value;
  }

  private convertContent(node: unknown, path: Path): unknown {
    if (isMap(node)) return this.convertMap(node, path);
    if (isSeq(node)) return node.items.map((item, index) => this.convert(item, [...path, index]));
    const value = isScalar(node) ? showReferences(node.value) : null;
    // Dates and bytes, which only tags make.
    if (typeof value === 'object' && value !== null) throw new Problem(path, 'the tag (!) is not supported');
    return value;
  }

  private convertMap(map: YAMLMap, path: Path): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    for (const { key, value } of map.items) {
      if (!isScalar(key)) throw new Problem(path, 'a key in it is not plain text');
      const name = String(key.value);
      const entry = [...path, name];
      // Assigning it would set the prototype instead of a key.
      if (name === '__proto__') throw new Problem(entry, UNKNOWN_KEY);
      if (Object.hasOwn(result, name)) {
        throw new Problem(
          entry,
          `is given twice, first on line ${this.findLine(entry)}`,
          this.lineAt(toOffset(key)),
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
    if (this.size > MAX_VALUES) throw new Problem(path, 'the aliases (*) stand for too many values');
  }
}

/** The same text, as long as it was, with braces of references that mean nothing to YAML. */
export function hideReferences(text: string): string {
  return text.replaceAll(REFERENCE, `$${OPENING}$1${CLOSING}`);
}

export function restoreReferences(text: string): string {
  return text.replaceAll(HIDDEN_REFERENCE, '${$1}');
}

function showReferences(value: unknown): unknown {
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

/** In words of our own: the parser's may quote what stands there, secrets included. */
function syntaxStatement(code: ErrorCode): string {
  return `not valid YAML: ${STATEMENTS[code] ?? 'the text here is unexpected'}`;
}

/**
 * Refuses text that nests deeper than any config file does, before a document is made of it:
 * that step is recursive, and thousands of brackets would exhaust the stack of the whole process.
 */
class ShallowParser extends Parser {
  constructor(private readonly lines: LineCounter) {
    super(lines.addNewLine);
  }

  override *next(lexeme: string): Generator<CST.Token, void> {
    yield* super.next(lexeme);
    if (this.stack.length > DEEPEST_NESTING) {
      throw new Problem([], 'the values are nested too deeply', this.lines.linePos(this.offset).line);
    }
  }
}

export function describeUnknownKey(issue: { keys?: unknown }, known: readonly string[]): string {
  const [key] = Array.isArray(issue.keys) ? issue.keys : [];
  const meant = nearest(String(key), known);
  return meant === undefined ? UNKNOWN_KEY : `${UNKNOWN_KEY}; did you mean "${meant}"?`;
}
