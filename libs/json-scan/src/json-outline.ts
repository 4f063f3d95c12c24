/** The range of a value in the text; `end` is exclusive. */
export interface JsonSpan {
  start: number;
  end: number;
  /** The entry in the outline of the document, if there is one. */
  entry?: number;
}

export interface JsonMember extends JsonSpan {
  key: string;
}

/** An element of an array, or a member of an object. */
export interface JsonEntry extends JsonSpan {
  /** The name of a member; undefined for an element. */
  key: string | undefined;
  /** Where the entry starts, including its name. */
  from: number;
}

/** The entry of the outermost value. */
export const ROOT = 0;
export const NO_ENTRY = -1;

const KEY_START = 0;
const KEY_END = 1;
const START = 2;
const END = 3;
/** The index of the next entry that is not inside this one. */
const NEXT = 4;
const COUNT = 5;
const FIELDS = 6;

/**
 * The outermost values of a text in its order. Each is stored as plain numbers, which need less memory than an
 * object.
 */
export class JsonOutline {
  private readonly fields: number[] = [];

  addLeaf(keyStart: number, keyEnd: number, start: number, end: number): void {
    this.fields.push(keyStart, keyEnd, start, end, this.fields.length + FIELDS, 0);
  }

  /** Adds an array or object. It must be closed after all of its entries were added. */
  open(keyStart: number, keyEnd: number, start: number): number {
    return this.fields.push(keyStart, keyEnd, start, 0, 0, 0) - FIELDS;
  }

  close(entry: number, end: number, count: number): void {
    const { fields } = this;
    fields[entry + END] = end;
    fields[entry + NEXT] = fields.length;
    fields[entry + COUNT] = count;
  }

  /**
   * Iterates over the entries of a value: `for (let child = firstIn(entry); child < endOf(entry); child =
   * endOf(child))`.
   */
  firstIn(entry: number): number {
    return entry + FIELDS;
  }

  /** The index after the entry and everything inside it. */
  endOf(entry: number): number {
    return this.field(entry, NEXT);
  }

  keyStart(entry: number): number {
    return this.field(entry, KEY_START);
  }

  keyEnd(entry: number): number {
    return this.field(entry, KEY_END);
  }

  start(entry: number): number {
    return this.field(entry, START);
  }

  end(entry: number): number {
    return this.field(entry, END);
  }

  /** The number of elements or members. */
  count(entry: number): number {
    return this.field(entry, COUNT);
  }

  /** The elements or members of the value have entries too. */
  hasChildren(entry: number): boolean {
    return this.count(entry) === 0 || this.field(entry, NEXT) > entry + FIELDS;
  }

  elements(entry: number): JsonSpan[] {
    const spans: JsonSpan[] = [];
    this.eachChild(entry, (child) => {
      spans.push({ start: this.field(child, START), end: this.field(child, END), entry: child });
    });
    return spans;
  }

  /** Like `elements`, without building an array. */
  *eachElement(entry: number): Generator<JsonSpan, void> {
    const end = this.field(entry, NEXT);
    for (let child = entry + FIELDS; child < end; child = this.field(child, NEXT)) {
      yield { start: this.field(child, START), end: this.field(child, END), entry: child };
    }
  }

  /** The elements or members of a value, each with its full range. */
  entries(entry: number, bytes: Buffer): JsonEntry[] {
    const isObject = bytes[this.field(entry, START)] === OPEN_OBJECT;
    const entries: JsonEntry[] = [];
    this.eachChild(entry, (child) => {
      const start = this.field(child, START);
      const keyStart = this.field(child, KEY_START);
      const key = isObject ? readKey(bytes, keyStart, this.field(child, KEY_END)) : undefined;
      entries.push({
        key,
        from: isObject ? keyStart : start,
        start,
        end: this.field(child, END),
        entry: child,
      });
    });
    return entries;
  }

  members(entry: number, bytes: Buffer): JsonMember[] {
    const members: JsonMember[] = [];
    this.eachChild(entry, (child) => {
      members.push({
        key: readKey(bytes, this.field(child, KEY_START), this.field(child, KEY_END)),
        start: this.field(child, START),
        end: this.field(child, END),
        entry: child,
      });
    });
    return members;
  }

  /** Finds the first member with this name after an entry, without decoding other names; -1 if there is none. */
  findMember(entry: number, key: string, bytes: Buffer, after = NO_ENTRY): number {
    const end = this.field(entry, NEXT);
    const first = after === NO_ENTRY ? entry + FIELDS : this.field(after, NEXT);
    for (let child = first; child < end; child = this.field(child, NEXT)) {
      if (isKey(bytes, this.field(child, KEY_START), this.field(child, KEY_END), key)) return child;
    }
    return NO_ENTRY;
  }

  private eachChild(entry: number, visit: (child: number) => void): void {
    const end = this.field(entry, NEXT);
    for (let child = entry + FIELDS; child < end; child = this.field(child, NEXT)) visit(child);
  }

  private field(entry: number, field: number): number {
    return this.fields[entry + field] ?? 0;
  }
}

/** Decodes the text between the quotes. Most keys have no escapes. */
export function readKey(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('utf8', start + 1, end - 1);
  return text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text;
}

const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;

/** Compares the bytes with a key, which must be ASCII. */
function isKey(bytes: Buffer, start: number, end: number, key: string): boolean {
  const length = end - start - 2;
  for (let index = 0; index < length; index += 1) {
    const byte = bytes[start + 1 + index];
    if (byte === BACKSLASH) return readKey(bytes, start, end) === key;
    if (byte !== key.charCodeAt(index)) return false;
  }
  return length === key.length;
}
