import { JSON_LIMITS, JsonLimitError, JsonSyntaxError } from './json-limits.js';
import { JsonOutline, type JsonSpan, NO_ENTRY } from './json-outline.js';
import { LONG_STRING } from './long-strings.js';
import { opensSignature } from './signature-marks.js';
import {
  findEndOfEscape,
  findEndOfNumber,
  findEndOfPlainRun,
  findEndOfSpace,
  isWordAt,
  toView,
} from './token-bytes.js';

const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

/** What the scanner expects next. */
type State = 'value' | 'first' | 'after-value' | 'in-key' | 'in-string' | 'end';

export interface ScanOptions {
  /** Where the value starts. */
  start?: number;
  /** The depth to which values are outlined: 1 for the root's own members or elements. */
  outlineDepth: number;
  /** The maximum number of values. Texts that the gateway wrote itself have no such limit. */
  maxValues?: number;
}

/**
 * Scans JSON text without building its value, and records where its outermost values are. It accepts exactly what
 * JSON.parse accepts, within limits that it checks. A scan can be paused at any byte and continued.
 */
export class JsonScanner {
  readonly outline = new JsonOutline();
  readonly longStrings: JsonSpan[] = [];
  position: number;
  valueCount = 0;
  /** A string, or a quotation within a string, may start like a signature of the gateway. */
  mayHoldSignature = false;
  private readonly view: DataView;
  private readonly outlineDepth: number;
  private readonly maxValues: number;
  private state: State = 'value';
  private pauseAt = 0;
  private depth = 0;
  /** State of the current array or object; those around it are on the stack. */
  private isObject = false;
  private entry = NO_ENTRY;
  private count = 0;
  private readonly stack: number[] = [];
  private keyStart = 0;
  private keyEnd = 0;
  /** The key of the root's current member. */
  private memberStart = 0;
  private memberEnd = 0;
  private stringStart = 0;

  constructor(
    private readonly bytes: Buffer,
    { start = 0, outlineDepth, maxValues = JSON_LIMITS.maxValues }: ScanOptions,
  ) {
    this.maxValues = maxValues;
    this.view = toView(bytes);
    this.position = start;
    this.outlineDepth = outlineDepth;
  }

  /** Continues the scan for about this many bytes or values. Returns true at the end of the value. */
  advance(bytes = Number.POSITIVE_INFINITY, values = Number.POSITIVE_INFINITY): boolean {
    this.pauseAt = Math.min(this.position + bytes, this.bytes.length + 1);
    const pauseCount = this.valueCount + values;
    while (this.state !== 'end') {
      if (this.position >= this.pauseAt || this.valueCount >= pauseCount) return false;
      this.step();
    }
    return true;
  }

  /** Only white space may follow the root value. */
  requireEnd(): void {
    this.skipSpace();
    if (this.position < this.bytes.length) throw this.unexpected('the end');
  }

  requireObject(): void {
    if (this.skipSpace() !== OPEN_OBJECT) throw this.unexpected('an object');
  }

  /** Scans one value with its key and the punctuation around it, or a part of it before a pause. */
  private step(): void {
    switch (this.state) {
      case 'after-value':
        return this.continueContainer();
      case 'first':
        return this.beginContainer();
      case 'value':
        return this.beginValue();
      case 'in-string':
        return this.continueString();
      case 'in-key':
        return this.continueKey();
      case 'end':
    }
  }

  private beginContainer(): void {
    const byte = this.skipSpace();
    if (byte === (this.isObject ? CLOSE_OBJECT : CLOSE_ARRAY)) this.close();
    else if (this.isObject) this.beginKey();
    else this.beginValue();
  }

  private continueContainer(): void {
    const byte = this.skipSpace();
    if (byte === COMMA) {
      this.position += 1;
      if (this.isObject) this.beginKey();
      else this.beginValue();
    } else if (byte === (this.isObject ? CLOSE_OBJECT : CLOSE_ARRAY)) this.close();
    else throw this.unexpected(this.isObject ? '"," or "}"' : '"," or "]"');
  }

  private beginKey(): void {
    if (this.skipSpace() !== QUOTE) throw this.unexpected('a property name');
    this.beginString();
    this.state = 'in-key';
    this.continueKey();
  }

  private continueKey(): void {
    if (!this.skipString()) return;
    this.keyStart = this.stringStart;
    this.keyEnd = this.position;
    if (this.keyEnd - this.keyStart > JSON_LIMITS.maxKeyBytes) {
      throw this.overLimit(`has a property name longer than ${JSON_LIMITS.maxKeyBytes} bytes`);
    }
    if (this.skipSpace() !== COLON) throw this.unexpected('":"');
    this.position += 1;
    this.beginValue();
  }

  private beginValue(): void {
    const byte = this.skipSpace();
    this.countValue();
    if (byte === QUOTE) {
      this.beginString();
      this.state = 'in-string';
      this.continueString();
    } else if (byte === OPEN_OBJECT) this.open(true);
    else if (byte === OPEN_ARRAY) this.open(false);
    else {
      const start = this.position;
      const end = this.findEndOfLiteral(byte, start);
      if (end === -1) throw this.unexpected('a value');
      this.position = end;
      this.endLeaf(start);
      if (!this.isObject && this.depth > this.outlineDepth) this.skipNumbers();
    }
  }

  /** Skips the numbers of a vector that only commas separate, which takes a third of the time of single steps. */
  private skipNumbers(): void {
    const { bytes, pauseAt } = this;
    let { position } = this;
    while (bytes[position] === COMMA && position < pauseAt) {
      const end = findEndOfNumber(bytes, position + 1);
      if (end === -1) break;
      this.countValue();
      position = end;
    }
    this.position = position;
  }

  private countValue(): void {
    this.valueCount += 1;
    if (this.valueCount > this.maxValues) {
      throw this.overLimit(`has too many values; the maximum is ${this.maxValues}`);
    }
    this.count += 1;
    if (!this.isObject) return;
    if (this.count > JSON_LIMITS.maxMembers) {
      throw this.overLimit(`has an object with more than ${JSON_LIMITS.maxMembers} members`);
    }
    if (this.depth === 1) {
      this.memberStart = this.keyStart;
      this.memberEnd = this.keyEnd;
    }
  }

  private findEndOfLiteral(byte: number, start: number): number {
    const { bytes } = this;
    if (byte === 0x74) return isWordAt(bytes, start, 'true') ? start + 4 : -1;
    if (byte === 0x66) return isWordAt(bytes, start, 'false') ? start + 5 : -1;
    if (byte === 0x6e) return isWordAt(bytes, start, 'null') ? start + 4 : -1;
    return findEndOfNumber(bytes, start);
  }

  private endLeaf(start: number): void {
    if (this.depth <= this.outlineDepth) {
      this.outline.addLeaf(this.keyStart, this.keyEnd, start, this.position);
    }
    this.state = this.depth === 0 ? 'end' : 'after-value';
  }

  private open(isObject: boolean): void {
    const { depth, position } = this;
    if (depth === JSON_LIMITS.maxDepth) {
      throw new JsonSyntaxError(`nested deeper than ${JSON_LIMITS.maxDepth} levels`, position);
    }
    this.stack.push(this.isObject ? 1 : 0, this.entry, this.count);
    const isOutlined = depth <= this.outlineDepth;
    this.entry = isOutlined ? this.outline.open(this.keyStart, this.keyEnd, position) : NO_ENTRY;
    this.isObject = isObject;
    this.count = 0;
    this.position = position + 1;
    this.depth = depth + 1;
    this.keyStart = 0;
    this.keyEnd = 0;
    this.state = 'first';
  }

  private close(): void {
    this.position += 1;
    this.depth -= 1;
    if (this.entry !== NO_ENTRY) this.outline.close(this.entry, this.position, this.count);
    this.count = this.stack.pop() ?? 0;
    this.entry = this.stack.pop() ?? NO_ENTRY;
    this.isObject = this.stack.pop() === 1;
    this.keyStart = 0;
    this.keyEnd = 0;
    this.state = this.depth === 0 ? 'end' : 'after-value';
  }

  private beginString(): void {
    this.stringStart = this.position;
    this.position += 1;
    if (opensSignature(this.bytes, this.position)) this.mayHoldSignature = true;
  }

  private continueString(): void {
    if (!this.skipString()) return;
    const { stringStart: start, position: end } = this;
    if (end - start > LONG_STRING) this.longStrings.push({ start, end });
    this.endLeaf(start);
  }

  /** Moves behind the closing quote; false if the scan pauses before it. */
  private skipString(): boolean {
    const { bytes, view } = this;
    const end = Math.min(bytes.length, this.pauseAt);
    let { position } = this;
    while (position < end) {
      position = findEndOfPlainRun(bytes, view, position, end);
      if (position === end) break;
      if (bytes[position] === QUOTE) {
        this.position = position + 1;
        return true;
      }
      position = this.skipEscape(position);
    }
    if (position >= bytes.length) throw new JsonSyntaxError('a string that does not end', this.stringStart);
    this.position = position;
    return false;
  }

  private skipEscape(position: number): number {
    const { bytes } = this;
    if (bytes[position] !== BACKSLASH) {
      throw new JsonSyntaxError('a raw control character in a string', this.stringStart);
    }
    const end = findEndOfEscape(bytes, position);
    if (end === -1) {
      const problem =
        bytes[position + 1] === 0x75 ? 'an incomplete \\u escape' : 'an unknown escape in a string';
      throw new JsonSyntaxError(problem, position);
    }
    if (bytes[position + 1] === QUOTE && opensSignature(bytes, end)) this.mayHoldSignature = true;
    return end;
  }

  /** Skips white space and returns the next byte, or 0 at the end. */
  private skipSpace(): number {
    const byte = this.bytes[this.position] ?? 0;
    return byte > SPACE ? byte : this.skipWhitespace();
  }

  private skipWhitespace(): number {
    this.position = findEndOfSpace(this.bytes, this.position);
    return this.bytes[this.position] ?? 0;
  }

  private overLimit(problem: string): JsonLimitError {
    const isWithinMember = this.memberEnd > this.memberStart;
    const member = isWithinMember
      ? (JSON.parse(this.bytes.toString('utf8', this.memberStart, this.memberEnd)) as string).slice(0, 200)
      : undefined;
    return new JsonLimitError(problem, member);
  }

  private unexpected(expected: string): JsonSyntaxError {
    const found = this.position < this.bytes.length ? 'something else' : 'the end of the text';
    return new JsonSyntaxError(`expected ${expected}, found ${found}`, this.position);
  }
}
