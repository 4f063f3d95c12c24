/** Where a value stands in the text: from its first byte to behind its last. */
export interface JsonSpan {
  start: number;
  end: number;
  /** Its entry in the outline of the document, where it has one. */
  entry?: number;
}

export interface JsonMember extends JsonSpan {
  key: string;
}

/** An element of an array, or a member of an object. */
export interface JsonEntry extends JsonSpan {
  /** The name of a member; an element has none. */
  key: string | undefined;
  /** Where it begins, its name included. */
  from: number;
}

/** The entry of the outermost value. */
export const ROOT = 0;
export const NO_ENTRY = -1;

const KEY_START = 0;
const KEY_END = 1;
const START = 2;
const END = 3;
/** Where the entry behind this one and all that is in it begins. */
const NEXT = 4;
const COUNT = 5;
const FIELDS = 6;

/** The outermost values of a text, in the order of the text, as plain numbers: a value costs a few words, no object. */
export class JsonOutline {
  private readonly fields: number[] = [];

  addLeaf(keyStart: number, keyEnd: number, start: number, end: number): void {
    this.fields.push(keyStart, keyEnd, start, end, this.fields.length + FIELDS, 0);
  }

  /** The entry of an array or object, to be closed when all that is in it has been added. */
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
   * What is in a value, one after the other: `for (let child = firstIn(entry); child < endOf(entry); child =
   * endOf(child))`.
   */
  firstIn(entry: number): number {
    return entry + FIELDS;
  }

  /** Behind the entry and all that is in it. */
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

  /** How many elements or members a value has. */
  count(entry: number): number {
    return this.field(entry, COUNT);
  }

  /** Whether what is in the value has entries too. */
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

  /** The same one by one, without a list of them. */
  *eachElement(entry: number): Generator<JsonSpan, void> {
    const end = this.field(entry, NEXT);
    for (let child = entry + FIELDS; child < end; child = this.field(child, NEXT)) {
      yield { start: this.field(child, START), end: this.field(child, END), entry: child };
    }
  }

  /** What is in a value, with all of each that would go with it. */
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

  /** The first member of this name behind an entry, without reading the names of the others; -1 where there is none. */
  findMember(entry: number, key: string, bytes: Buffer, behind = NO_ENTRY): number {
    const end = this.field(entry, NEXT);
    const first = behind === NO_ENTRY ? entry + FIELDS : this.field(behind, NEXT);
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

/** Between the quotes; most keys have no escape. */
export function readKey(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('utf8', start + 1, end - 1);
  return text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text;
}

const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;

/** Whether these bytes are the key, which holds nothing but ASCII. */
function isKey(bytes: Buffer, start: number, end: number, key: string): boolean {
  const length = end - start - 2;
  for (let index = 0; index < length; index += 1) {
    const byte = bytes[start + 1 + index];
    if (byte === BACKSLASH) return readKey(bytes, start, end) === key;
    if (byte !== key.charCodeAt(index)) return false;
  }
  return length === key.length;
}
