import { isUtf8 } from 'node:buffer';
import { GatewayError } from '#canonical';
import {
  type JsonEntry,
  type JsonMember,
  type JsonOutline,
  type JsonSpan,
  NO_ENTRY,
  ROOT,
} from './json-outline.js';
import { JsonScanner } from './json-scanner.js';
import { JsonLimitError, JsonSyntaxError } from './json-limits.js';
import { nextTurn } from './next-turn.js';
import { type JsonKind, getKindAt, readValue } from './read-value.js';
import { holdsSignature } from './signature-marks.js';

/** The root's members, their elements, and the members of those: a conversation is known by its roles. */
const OUTLINE_DEPTH = 3;

/** Walking so many bytes of text, or so many values, takes about a millisecond or two. */
const SLICE_BYTES = 512 * 1024;
const SLICE_VALUES = 10_000;
/** What is shorter cannot hold more than a few slices of values. */
const AHEAD_BYTES = 64 * 1024;

/** Large documents that have been walked ahead, in slices. */
const scannedAhead = new WeakMap<Buffer, JsonDocument>();

/** A JSON object that is mostly forwarded: its top-level members are known, their values parsed on request. */
export class JsonDocument {
  /** The root, its members, their elements, and the members of those. */
  readonly outline: JsonOutline;
  /** Of every kind and at every depth. */
  readonly valueCount: number;
  /** Strings that take long to read, at any depth. */
  readonly longStrings: readonly JsonSpan[];
  private readonly mayHoldSignature: boolean;
  private foundMembers: readonly JsonMember[] | undefined;

  private constructor(
    readonly bytes: Buffer,
    scanner: JsonScanner,
  ) {
    this.outline = scanner.outline;
    this.valueCount = scanner.valueCount;
    this.longStrings = scanner.longStrings;
    this.mayHoldSignature = scanner.mayHoldSignature;
    this.foundMembers = undefined;
  }

  static scan(body: Buffer): JsonDocument {
    return (body.length > AHEAD_BYTES ? scannedAhead.get(body) : undefined) ?? scanAtOnce(body);
  }

  static finish(bytes: Buffer, scanner: JsonScanner): JsonDocument {
    scanner.requireEnd();
    return new JsonDocument(bytes, scanner);
  }

  /** All of the outermost object, with their names read. Who wants a few asks for each. */
  get members(): readonly JsonMember[] {
    this.foundMembers ??= this.outline.members(ROOT, this.bytes);
    return this.foundMembers;
  }

  /** Whether a string in it is a signature of reasoning that clients carry for us, or quotes one. */
  get holdsSignature(): boolean {
    return this.mayHoldSignature && holdsSignature(this.bytes);
  }

  /** The member's place, or undefined. A repeated one is refused: two parsers might each believe another. */
  member(key: string): JsonMember | undefined {
    const { outline, bytes } = this;
    const entry = outline.findMember(ROOT, key, bytes);
    if (entry === NO_ENTRY) return undefined;
    if (outline.findMember(ROOT, key, bytes, entry) !== NO_ENTRY) throw givenTwice(key);
    return { key, start: outline.start(entry), end: outline.end(entry), entry };
  }

  value({ start, end }: JsonSpan): unknown {
    return readValue(this.bytes, start, end);
  }

  valueAt(entry: number): unknown {
    return readValue(this.bytes, this.outline.start(entry), this.outline.end(entry));
  }

  kind(span: JsonSpan): JsonKind {
    return getKindAt(this.bytes, span.start);
  }

  kindAt(entry: number): JsonKind {
    return getKindAt(this.bytes, this.outline.start(entry));
  }

  /** Whether it is known where its elements or members are, without another walk. */
  isOutlined({ entry }: JsonSpan): boolean {
    return entry !== undefined && this.outline.hasChildren(entry);
  }

  /** How many elements or members there are, without building them. */
  count(span: JsonSpan): number {
    const { outline, entry } = this.outlineAt(span);
    return outline.count(entry);
  }

  elements(array: JsonSpan): JsonSpan[] {
    const { outline, entry, isOwn } = this.outlineAt(array);
    const elements = outline.elements(entry);
    return isOwn ? elements : elements.map(withoutEntry);
  }

  /** The same one by one, without a list of them. */
  eachElement(array: JsonSpan): Generator<JsonSpan, void> {
    const { outline, entry } = this.outlineAt(array);
    return outline.eachElement(entry);
  }

  /** The elements of an array or the members of an object, names included; nothing where it is neither. */
  entries(container: JsonSpan): JsonEntry[] {
    const kind = this.kind(container);
    if (kind !== 'array' && kind !== 'object') return [];
    const { outline, entry, isOwn } = this.outlineAt(container);
    const entries = outline.entries(entry, this.bytes);
    return isOwn ? entries : entries.map(({ entry: _entry, ...rest }) => rest);
  }

  /** The first member of this name, which holds nothing but ASCII. */
  memberOf(object: JsonSpan, key: string): JsonSpan | undefined {
    const { outline, entry, isOwn } = this.outlineAt(object);
    const member = outline.findMember(entry, key, this.bytes);
    if (member === NO_ENTRY) return undefined;
    const span = { start: outline.start(member), end: outline.end(member) };
    return isOwn ? { ...span, entry: member } : span;
  }

  getMembers(object: JsonSpan): JsonMember[] {
    const { outline, entry, isOwn } = this.outlineAt(object);
    const members = outline.members(entry, this.bytes);
    return isOwn ? members : members.map(({ key, start, end }) => ({ key, start, end }));
  }

  /** What lies too deep to be in the outline is walked once more. */
  private outlineAt({ start, entry }: JsonSpan): { outline: JsonOutline; entry: number; isOwn: boolean } {
    if (entry !== undefined && this.outline.hasChildren(entry)) {
      return { outline: this.outline, entry, isOwn: true };
    }
    const scanner = new JsonScanner(this.bytes, { start, outlineDepth: 1 });
    scanner.advance();
    return { outline: scanner.outline, entry: ROOT, isOwn: false };
  }
}

/**
 * Walks a body that takes long in slices, so that others are served in between, and throws what is wrong with it;
 * `JsonDocument.scan` finds the result. Undefined for others, which are walked when they are needed.
 */
export function scanAhead(body: Buffer, maxValues?: number): Promise<void> | undefined {
  return body.length > AHEAD_BYTES ? scanInSlices(body, maxValues) : undefined;
}

function givenTwice(key: string): GatewayError {
  return new GatewayError('invalid-value', `"${key}" is given more than once.`, {
    param: key,
    code: 'duplicate_key',
  });
}

function withoutEntry({ start, end }: JsonSpan): JsonSpan {
  return { start, end };
}

function scanAtOnce(body: Buffer): JsonDocument {
  const bytes = checkText(body);
  const scanner = new JsonScanner(bytes, { outlineDepth: OUTLINE_DEPTH });
  return inGatewayWords(() => {
    scanner.requireObject();
    scanner.advance();
    return JsonDocument.finish(bytes, scanner);
  });
}

async function scanInSlices(body: Buffer, maxValues?: number): Promise<void> {
  const bytes = checkText(body);
  const scanner = new JsonScanner(bytes, { outlineDepth: OUTLINE_DEPTH, maxValues });
  inGatewayWords(() => scanner.requireObject());
  while (!inGatewayWords(() => scanner.advance(SLICE_BYTES, SLICE_VALUES))) await nextTurn();
  scannedAhead.set(
    body,
    inGatewayWords(() => JsonDocument.finish(bytes, scanner)),
  );
}

function checkText(body: Buffer): Buffer {
  const bytes = withoutByteOrderMark(body);
  if (bytes.length === 0)
    throw new GatewayError('invalid-json', 'The request body is empty; a JSON object is expected.');
  if (!isUtf8(bytes)) throw new GatewayError('invalid-json', 'The request body is not valid UTF-8.');
  return bytes;
}

function inGatewayWords<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof JsonSyntaxError) {
      throw new GatewayError('invalid-json', `The request body is not a JSON object: ${error.message}.`);
    }
    if (error instanceof JsonLimitError) {
      const { member, problem } = error;
      const subject = member === undefined ? 'The request body' : `"${member}"`;
      throw new GatewayError('invalid-value', `${subject} ${problem}.`, { param: member });
    }
    throw error;
  }
}

function withoutByteOrderMark(body: Buffer): Buffer {
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body;
}
