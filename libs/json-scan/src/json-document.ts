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
import { JsonScanner, type ScanOptions } from './json-scanner.js';
import { JsonLimitError, JsonSyntaxError } from './json-limits.js';
import { yieldToEventLoop } from './yield-to-event-loop.js';
import { type JsonKind, getKindAt, readValue } from './read-value.js';
import { holdsSignature } from './signature-marks.js';

/**
 * Outlines the root's members, their elements, and the members of those, so that the roles of a conversation are
 * found without parsing.
 */
const OUTLINE_DEPTH = 3;

/** Scanning this many bytes of text, or this many values, takes one or two milliseconds. */
const SLICE_BYTES = 512 * 1024;
const SLICE_VALUES = 10_000;
/** A shorter text is scanned in one slice. */
const MIN_SLICED_BYTES = 64 * 1024;

/** The documents that `scanAhead` scanned, by body. */
const scannedAhead = new WeakMap<Buffer, JsonDocument>();

/** A JSON object that is mostly forwarded. Its top-level members are indexed; their values are parsed on request. */
export class JsonDocument {
  /** The root, its members, their elements, and the members of those. */
  readonly outline: JsonOutline;
  /** Counts values of every kind at every depth. */
  readonly valueCount: number;
  /** Strings that are decoded chunk by chunk, at any depth. */
  readonly longStrings: readonly JsonSpan[];
  private readonly mayHoldSignature: boolean;
  private cachedMembers: readonly JsonMember[] | undefined;

  private constructor(
    readonly bytes: Buffer,
    scanner: JsonScanner,
  ) {
    this.outline = scanner.outline;
    this.valueCount = scanner.valueCount;
    this.longStrings = scanner.longStrings;
    this.mayHoldSignature = scanner.mayHoldSignature;
    this.cachedMembers = undefined;
  }

  static scan(body: Buffer): JsonDocument {
    return (body.length > MIN_SLICED_BYTES ? scannedAhead.get(body) : undefined) ?? scanSynchronously(body);
  }

  static finish(bytes: Buffer, scanner: JsonScanner): JsonDocument {
    scanner.requireEnd();
    return new JsonDocument(bytes, scanner);
  }

  /** All members of the outermost object, with decoded names. To read a few, use `member`. */
  get members(): readonly JsonMember[] {
    this.cachedMembers ??= this.outline.members(ROOT, this.bytes);
    return this.cachedMembers;
  }

  /** A string contains a reasoning signature of the gateway, or quotes one. */
  get holdsSignature(): boolean {
    return this.mayHoldSignature && holdsSignature(this.bytes);
  }

  /** Finds a member. A duplicate key is refused, because two parsers could each use another value. */
  member(key: string): JsonMember | undefined {
    const { outline, bytes } = this;
    const entry = outline.findMember(ROOT, key, bytes);
    if (entry === NO_ENTRY) return undefined;
    if (outline.findMember(ROOT, key, bytes, entry) !== NO_ENTRY) throw duplicateMember(key);
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

  /** The spans of its elements or members are in the outline, so that they need no second scan. */
  isOutlined({ entry }: JsonSpan): boolean {
    return entry !== undefined && this.outline.hasChildren(entry);
  }

  /** The number of elements or members. */
  count(span: JsonSpan): number {
    const { outline, entry } = this.outlineAt(span);
    return outline.count(entry);
  }

  elements(array: JsonSpan): JsonSpan[] {
    const { outline, entry, isOwn } = this.outlineAt(array);
    const elements = outline.elements(entry);
    return isOwn ? elements : elements.map(withoutEntry);
  }

  /** Like `elements`, without building an array. */
  eachElement(array: JsonSpan): Generator<JsonSpan, void> {
    const { outline, entry } = this.outlineAt(array);
    return outline.eachElement(entry);
  }

  /** The elements of an array, or the members of an object with their names; empty for other values. */
  entries(container: JsonSpan): JsonEntry[] {
    const kind = this.kind(container);
    if (kind !== 'array' && kind !== 'object') return [];
    const { outline, entry, isOwn } = this.outlineAt(container);
    const entries = outline.entries(entry, this.bytes);
    return isOwn ? entries : entries.map(({ entry: _entry, ...rest }) => rest);
  }

  /** Finds the first member with this name, which must be ASCII. */
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

  /** A value too deep for the outline is scanned again. */
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
 * Scans a large body in slices, so that the event loop can serve other requests in between, and throws if it is
 * invalid. `JsonDocument.scan` returns the result. Undefined for small bodies, which are scanned when they are
 * needed.
 */
export function scanAhead(body: Buffer, options?: Partial<ScanOptions>): Promise<void> | undefined {
  return body.length > MIN_SLICED_BYTES ? scanInSlices(body, options) : undefined;
}

function duplicateMember(key: string): GatewayError {
  return new GatewayError('invalid-value', `"${key}" occurs more than once.`, {
    param: key,
    code: 'duplicate_key',
  });
}

function withoutEntry({ start, end }: JsonSpan): JsonSpan {
  return { start, end };
}

function scanSynchronously(body: Buffer): JsonDocument {
  const bytes = checkText(body);
  const scanner = new JsonScanner(bytes, { outlineDepth: OUTLINE_DEPTH });
  return withGatewayErrors(() => {
    scanner.requireObject();
    scanner.advance();
    return JsonDocument.finish(bytes, scanner);
  });
}

async function scanInSlices(body: Buffer, options?: Partial<ScanOptions>): Promise<void> {
  const bytes = checkText(body);
  const scanner = new JsonScanner(bytes, { outlineDepth: OUTLINE_DEPTH, ...options });
  withGatewayErrors(() => scanner.requireObject());
  while (!withGatewayErrors(() => scanner.advance(SLICE_BYTES, SLICE_VALUES))) await yieldToEventLoop();
  scannedAhead.set(
    body,
    withGatewayErrors(() => JsonDocument.finish(bytes, scanner)),
  );
}

function checkText(body: Buffer): Buffer {
  const bytes = withoutByteOrderMark(body);
  if (bytes.length === 0)
    throw new GatewayError('invalid-json', 'The request body is empty. Send a JSON object.');
  if (!isUtf8(bytes)) throw new GatewayError('invalid-json', 'The request body is not valid UTF-8.');
  return bytes;
}

function withGatewayErrors<Result>(work: () => Result): Result {
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
