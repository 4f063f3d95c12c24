import { JSON_LIMITS, JsonLimitError, JsonSyntaxError } from './json-limits.js';
import { JsonOutline, type JsonSpan, NO_ENTRY } from './json-outline.js';
import { LONG_STRING } from './long-strings.js';
import { findEndOfEscape, findEndOfNumber, findEndOfPlainRun, hasControlByte } from './token-bytes.js';

const QUOTE_BYTE = 0x22;
const BACKSLASH_BYTE = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
const NULL = Buffer.from('null');

/** So many ordinary bytes are looked at one by one before native search takes over: calling it has a price. */
const PLAIN_RUN = 96;
/** And so many it may cross at a time. */
const JUMP_BYTES = 1024 * 1024;

/** What comes next. */
type State = 'value' | 'first-value' | 'key' | 'first-key' | 'after-value' | 'in-key' | 'in-string' | 'end';

export interface ScanOptions {
  /** Where the value begins. */
  start?: number;
  /** To what depth values are noted: 1 is the root's own members or elements. */
  outlineDepth: number;
}

/** Whether a JSON text holds more than this many values. Throws where it is no JSON, or nested too deep. */
export function holdsMoreValues(text: Buffer, count: number): boolean {
  const scanner = new JsonScanner(text, { outlineDepth: 0 });
  try {
    return !scanner.advance(Number.POSITIVE_INFINITY, count);
  } catch (error) {
    if (error instanceof JsonLimitError) return true;
    throw error;
  }
}

/**
 * Walks JSON text without building it, and notes where its outermost values stand. It accepts exactly what JSON.parse
 * accepts, within the limits, which are checked on the way. The walk can be stopped at any byte and taken up again;
 * long strings are crossed by native search, so a large conversation that is only forwarded costs little.
 */
export class JsonScanner {
  readonly outline = new JsonOutline();
  readonly longStrings: JsonSpan[] = [];
  position: number;
  valueCount = 0;
  private state: State = 'value';
  private depth = 0;
  /** By depth. Plain arrays: they cost next to nothing to make, and most texts are shallow. */
  private readonly isObject: number[] = [0];
  private readonly entries: number[] = [NO_ENTRY];
  private readonly counts: number[] = [0];
  private readonly outlineDepth: number;
  private keyStart = 0;
  private keyEnd = 0;
  /** The key of the root's member that the walk is in. */
  private memberStart = 0;
  private memberEnd = 0;
  private stringStart = 0;
  private nextQuote = -1;
  private nextBackslash = -1;
  private pauseAt = Number.POSITIVE_INFINITY;

  constructor(
    private readonly bytes: Buffer,
    { start = 0, outlineDepth }: ScanOptions,
  ) {
    this.position = start;
    this.outlineDepth = outlineDepth;
  }

  /** Walks on to the value's end, or over about so many bytes or values; whether it is at the end. */
  advance(bytes = Number.POSITIVE_INFINITY, values = Number.POSITIVE_INFINITY): boolean {
    this.pauseAt = this.position + bytes;
    const pauseCount = this.valueCount + values;
    while (this.state !== 'end') {
      if (this.position >= this.pauseAt || this.valueCount >= pauseCount) return false;
      this.step();
    }
    return true;
  }

  /** Behind the root value, nothing but space may follow. */
  requireEnd(): void {
    this.skipSpace();
    if (this.position < this.bytes.length) throw this.unexpected('the end');
  }

  requireObject(): void {
    this.skipSpace();
    if (this.bytes[this.position] !== OPEN_OBJECT) throw this.unexpected('an object');
  }

  private step(): void {
    switch (this.state) {
      case 'value':
        this.skipSpace();
        return this.beginValue();
      case 'after-value':
        return this.continueContainer();
      case 'key':
        return this.beginKey('a property name');
      case 'first-value':
        if (!this.closes(CLOSE_ARRAY)) this.beginValue();
        return;
      case 'first-key':
        if (!this.closes(CLOSE_OBJECT)) this.beginKey('a property name');
        return;
      case 'in-string':
        return this.continueString();
      case 'in-key':
        return this.continueKey();
      case 'end':
    }
  }

  private beginValue(): void {
    this.countValue();
    const start = this.position;
    const byte = this.bytes[start] ?? 0;
    if (byte === QUOTE_BYTE) {
      this.stringStart = start;
      this.position = start + 1;
      this.state = 'in-string';
      this.continueString();
    } else if (byte === OPEN_OBJECT) this.open(1, 'first-key');
    else if (byte === OPEN_ARRAY) this.open(0, 'first-value');
    else {
      const end = this.findEndOfPlain(byte, start);
      if (end === -1) throw this.unexpected('a value');
      this.position = end;
      this.endLeaf(start);
    }
  }

  private countValue(): void {
    const { depth } = this;
    this.valueCount += 1;
    if (this.valueCount > JSON_LIMITS.maxValues) {
      throw this.overLimit(`holds too many values; a request may have at most ${JSON_LIMITS.maxValues}`);
    }
    const count = (this.counts[depth] ?? 0) + 1;
    this.counts[depth] = count;
    if (count > JSON_LIMITS.maxMembers && this.isObject[depth] === 1) {
      throw this.overLimit(`has an object with more than ${JSON_LIMITS.maxMembers} members`);
    }
    if (depth === 1 && this.isObject[1] === 1) {
      this.memberStart = this.keyStart;
      this.memberEnd = this.keyEnd;
    }
  }

  private findEndOfPlain(byte: number, start: number): number {
    if (byte === 0x74) return this.findEndOfWord(TRUE, start);
    if (byte === 0x66) return this.findEndOfWord(FALSE, start);
    if (byte === 0x6e) return this.findEndOfWord(NULL, start);
    return findEndOfNumber(this.bytes, start);
  }

  private findEndOfWord(word: Buffer, start: number): number {
    for (let at = 1; at < word.length; at += 1) if (this.bytes[start + at] !== word[at]) return -1;
    return start + word.length;
  }

  private endLeaf(start: number): void {
    if (this.depth <= this.outlineDepth) {
      this.outline.addLeaf(this.keyStart, this.keyEnd, start, this.position);
    }
    this.state = this.depth === 0 ? 'end' : 'after-value';
  }

  private open(isObject: 0 | 1, state: State): void {
    const { depth, position } = this;
    if (depth === JSON_LIMITS.maxDepth) {
      throw new JsonSyntaxError(`nested deeper than ${JSON_LIMITS.maxDepth} levels`, position);
    }
    const isNoted = depth <= this.outlineDepth;
    this.entries[depth] = isNoted ? this.outline.open(this.keyStart, this.keyEnd, position) : NO_ENTRY;
    this.position = position + 1;
    this.depth = depth + 1;
    this.isObject[this.depth] = isObject;
    this.counts[this.depth] = 0;
    this.keyStart = 0;
    this.keyEnd = 0;
    this.state = state;
  }

  private closes(bracket: number): boolean {
    this.skipSpace();
    if (this.bytes[this.position] !== bracket) return false;
    this.close();
    return true;
  }

  private close(): void {
    this.position += 1;
    const count = this.counts[this.depth] ?? 0;
    this.depth -= 1;
    const entry = this.entries[this.depth] ?? NO_ENTRY;
    if (entry !== NO_ENTRY) this.outline.close(entry, this.position, count);
    this.keyStart = 0;
    this.keyEnd = 0;
    this.state = this.depth === 0 ? 'end' : 'after-value';
  }

  private continueContainer(): void {
    this.skipSpace();
    const byte = this.bytes[this.position];
    const isObject = this.isObject[this.depth] === 1;
    if (byte === COMMA) {
      this.position += 1;
      this.state = isObject ? 'key' : 'value';
    } else if (byte === (isObject ? CLOSE_OBJECT : CLOSE_ARRAY)) this.close();
    else throw this.unexpected(isObject ? '"," or "}"' : '"," or "]"');
  }

  private beginKey(wanted: string): void {
    this.skipSpace();
    if (this.bytes[this.position] !== QUOTE_BYTE) throw this.unexpected(wanted);
    this.stringStart = this.position;
    this.position += 1;
    this.state = 'in-key';
    this.continueKey();
  }

  private continueKey(): void {
    if (!this.crossString()) return;
    this.keyStart = this.stringStart;
    this.keyEnd = this.position;
    if (this.keyEnd - this.keyStart > JSON_LIMITS.maxKeyBytes) {
      throw this.overLimit(`has a property name longer than ${JSON_LIMITS.maxKeyBytes} bytes`);
    }
    this.skipSpace();
    if (this.bytes[this.position] !== COLON) throw this.unexpected('":"');
    this.position += 1;
    this.state = 'value';
  }

  private continueString(): void {
    if (!this.crossString()) return;
    const { stringStart: start, position: end } = this;
    if (end - start > LONG_STRING) this.longStrings.push({ start, end });
    this.endLeaf(start);
  }

  /** Moves behind the closing quote; false where the walk pauses before it. */
  private crossString(): boolean {
    const { bytes } = this;
    let { position } = this;
    for (;;) {
      const runEnd = Math.min(position + PLAIN_RUN, bytes.length);
      position = findEndOfPlainRun(bytes, position, runEnd);
      if (position === runEnd) position = this.jump(position);
      else if (bytes[position] === QUOTE_BYTE) {
        this.position = position + 1;
        return true;
      } else position = this.crossEscape(position);
      if (position >= this.pauseAt) {
        this.position = position;
        return false;
      }
    }
  }

  /** To the next quote or backslash, or a good way towards it. */
  private jump(from: number): number {
    const { bytes } = this;
    if (this.nextQuote < from) this.nextQuote = bytes.indexOf(QUOTE_BYTE, from);
    if (this.nextQuote === -1) throw new JsonSyntaxError('a string that does not end', this.stringStart);
    if (this.nextBackslash < from) {
      const found = bytes.indexOf(BACKSLASH_BYTE, from);
      this.nextBackslash = found === -1 ? bytes.length : found;
    }
    const to = Math.min(this.nextQuote, this.nextBackslash, from + JUMP_BYTES);
    if (hasControlByte(bytes, from, to)) throw this.controlByte();
    return to;
  }

  private crossEscape(position: number): number {
    const { bytes } = this;
    if (bytes[position] !== BACKSLASH_BYTE) throw this.controlByte();
    const end = findEndOfEscape(bytes, position);
    if (end !== -1) return end;
    const problem =
      bytes[position + 1] === 0x75 ? 'an incomplete \\u escape' : 'an unknown escape in a string';
    throw new JsonSyntaxError(problem, position);
  }

  private controlByte(): JsonSyntaxError {
    return new JsonSyntaxError('a raw control character in a string', this.stringStart);
  }

  private skipSpace(): void {
    const { bytes } = this;
    let { position } = this;
    for (;;) {
      const byte = bytes[position] ?? 0;
      if (byte > 0x20 || (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09)) break;
      position += 1;
    }
    this.position = position;
  }

  private overLimit(problem: string): JsonLimitError {
    const isWithinMember = this.memberEnd > this.memberStart;
    const member = isWithinMember
      ? (JSON.parse(this.bytes.toString('utf8', this.memberStart, this.memberEnd)) as string).slice(0, 200)
      : undefined;
    return new JsonLimitError(problem, member);
  }

  private unexpected(wanted: string): JsonSyntaxError {
    const found = this.position < this.bytes.length ? 'something else' : 'the end of the text';
    return new JsonSyntaxError(`expected ${wanted}, found ${found}`, this.position);
  }
}
