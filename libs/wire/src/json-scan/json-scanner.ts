import { JsonSyntaxError } from './json-syntax-error.js';
import { hasControlByte } from './control-bytes.js';

const MAX_DEPTH = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

/** Where a value stands in the text: from its first byte to behind its last. */
export interface JsonSpan {
  start: number;
  end: number;
}

export interface JsonMember extends JsonSpan {
  key: string;
}

/**
 * Walks JSON text without building it. It accepts exactly what JSON.parse accepts (up to a depth), but
 * long strings are crossed by native search, so a large conversation that is only forwarded costs little.
 */
export class JsonScanner {
  private position = 0;
  private depth = 0;
  /** The first backslash at or behind `searchedFrom`, or -1: looked for once, not once per string. */
  private nextBackslash = -1;
  private searchedFrom = Number.POSITIVE_INFINITY;
  /** Compact JSON has no control bytes at all; then no string needs to be looked at for them. */
  private readonly mayHoldControlBytes: boolean;

  constructor(private readonly bytes: Buffer) {
    this.findBackslash(0);
    this.mayHoldControlBytes = hasControlByte(bytes, 0, bytes.length);
  }

  /** The members of the object that is the whole text. */
  scanDocument(): JsonMember[] {
    this.skipSpace();
    if (this.bytes[this.position] !== OPEN_OBJECT) throw this.unexpected('an object');
    const members = this.scanMembers();
    this.skipSpace();
    if (this.position < this.bytes.length) throw this.unexpected('the end');
    return members;
  }

  /** The members of an object found earlier. */
  scanObjectAt(span: JsonSpan): JsonMember[] {
    this.moveTo(span.start);
    return this.scanMembers();
  }

  /** The elements of an array found earlier. */
  scanArrayAt(span: JsonSpan): JsonSpan[] {
    this.moveTo(span.start);
    const elements: JsonSpan[] = [];
    this.walkArray((element) => elements.push(element));
    return elements;
  }

  private moveTo(position: number): void {
    this.position = position;
    this.findBackslash(position);
  }

  private findBackslash(from: number): void {
    const isKnown = from >= this.searchedFrom && (this.nextBackslash === -1 || this.nextBackslash >= from);
    if (isKnown) return;
    this.nextBackslash = this.bytes.indexOf(BACKSLASH, from);
    this.searchedFrom = from;
  }

  private scanMembers(): JsonMember[] {
    const members: JsonMember[] = [];
    this.walkObject((key, value) => members.push({ key: this.parseString(key), ...value }));
    return members;
  }

  private walkObject(visit: ((key: JsonSpan, value: JsonSpan) => void) | undefined): void {
    this.enter();
    if (this.closes(CLOSE_OBJECT)) return;
    for (;;) {
      this.skipSpace();
      const keyStart = this.position;
      if (this.bytes[keyStart] !== QUOTE) throw this.unexpected('a property name');
      this.skipString();
      const keyEnd = this.position;
      this.skipSpace();
      if (this.bytes[this.position] !== COLON) throw this.unexpected('":"');
      this.position += 1;
      this.skipSpace();
      const start = this.position;
      this.skipValue();
      visit?.({ start: keyStart, end: keyEnd }, { start, end: this.position });
      if (this.closes(CLOSE_OBJECT)) return;
      this.expectComma('"," or "}"');
    }
  }

  private walkArray(visit: ((element: JsonSpan) => void) | undefined): void {
    this.enter();
    if (this.closes(CLOSE_ARRAY)) return;
    for (;;) {
      this.skipSpace();
      const start = this.position;
      this.skipValue();
      visit?.({ start, end: this.position });
      if (this.closes(CLOSE_ARRAY)) return;
      this.expectComma('"," or "]"');
    }
  }

  private enter(): void {
    this.position += 1;
    this.depth += 1;
    if (this.depth > MAX_DEPTH) {
      throw new JsonSyntaxError(`nested deeper than ${MAX_DEPTH} levels`, this.position - 1);
    }
  }

  private closes(bracket: number): boolean {
    this.skipSpace();
    if (this.bytes[this.position] !== bracket) return false;
    this.position += 1;
    this.depth -= 1;
    return true;
  }

  private expectComma(wanted: string): void {
    if (this.bytes[this.position] !== COMMA) throw this.unexpected(wanted);
    this.position += 1;
  }

  private skipSpace(): void {
    const { bytes } = this;
    for (;;) {
      const byte = bytes[this.position];
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return;
      this.position += 1;
    }
  }

  private skipValue(): void {
    switch (this.bytes[this.position]) {
      case QUOTE:
        return this.skipString();
      case OPEN_OBJECT:
        return this.walkObject(undefined);
      case OPEN_ARRAY:
        return this.walkArray(undefined);
      case 0x74:
        return this.skipWord('true');
      case 0x66:
        return this.skipWord('false');
      case 0x6e:
        return this.skipWord('null');
      default:
        return this.skipNumber();
    }
  }

  private skipString(): void {
    const start = this.position + 1;
    let quote = this.bytes.indexOf(QUOTE, start);
    while (this.nextBackslash !== -1 && (quote === -1 || this.nextBackslash < quote)) {
      const behind = this.nextBackslash < start ? start : this.skipEscape(this.nextBackslash);
      this.findBackslash(behind);
      if (quote !== -1 && quote < behind) quote = this.bytes.indexOf(QUOTE, behind);
    }
    if (quote === -1) throw new JsonSyntaxError('a string that does not end', start - 1);
    if (this.mayHoldControlBytes && hasControlByte(this.bytes, start, quote)) {
      throw new JsonSyntaxError('a raw control character in a string', start - 1);
    }
    this.position = quote + 1;
  }

  private skipEscape(backslash: number): number {
    const escaped = this.bytes[backslash + 1];
    if (escaped === 0x75) {
      const end = backslash + 6;
      if (!/^[0-9a-fA-F]{4}$/.test(this.bytes.toString('latin1', backslash + 2, end))) {
        throw new JsonSyntaxError('an incomplete \\u escape', backslash);
      }
      return end;
    }
    if (escaped === undefined || !'"\\/bfnrt'.includes(String.fromCharCode(escaped))) {
      throw new JsonSyntaxError('an unknown escape in a string', backslash);
    }
    return backslash + 2;
  }

  private skipWord(word: string): void {
    const end = this.position + word.length;
    if (this.bytes.toString('latin1', this.position, end) !== word) throw this.unexpected('a value');
    this.position = end;
  }

  private skipNumber(): void {
    const start = this.position;
    while (isNumberByte(this.bytes[this.position])) this.position += 1;
    if (
      !/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(this.bytes.toString('latin1', start, this.position))
    ) {
      this.position = start;
      throw this.unexpected('a value');
    }
  }

  private parseString(span: JsonSpan): string {
    return JSON.parse(this.bytes.toString('utf8', span.start, span.end)) as string;
  }

  private unexpected(wanted: string): JsonSyntaxError {
    const found = this.position < this.bytes.length ? 'something else' : 'the end of the text';
    return new JsonSyntaxError(`expected ${wanted}, found ${found}`, this.position);
  }
}

function isNumberByte(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    byte === 0x2d ||
    byte === 0x2b ||
    byte === 0x2e ||
    byte === 0x65 ||
    byte === 0x45
  );
}
