import { isJsonObject, type JsonObject, type JsonValue } from '#canonical';
import { JsonDocument, scanAhead } from './json-document.js';
import { type JsonMember, type JsonSpan } from './json-outline.js';
import { LONG_STRING, decodeString, encodeString } from './long-strings.js';
import { yieldToEventLoop } from './yield-to-event-loop.js';

/** Smaller texts are parsed and encoded without a pause. */
const LARGE_BYTES = 256 * 1024;
/** The number of chunks of long strings between two pauses. */
const CHUNKS_AT_ONCE = 4;
/** The number of bytes of short values between two pauses. Parsing them takes a few milliseconds. */
const BYTES_AT_ONCE = 128 * 1024;

/** The number of elements that are encoded at a time: few at first, then as many as their size allows. */
const FIRST_ELEMENTS = 8;
const ELEMENTS_AT_ONCE = 500;

/** The number of levels below the outermost object at which objects are encoded member by member. */
const SPLIT_LEVELS = 1;
/** The depth of the items of a conversation in a stored request: list of turns, turn, input, item. */
const STORED_OUTLINE_DEPTH = 4;

export function isLargeJson(body: Uint8Array): boolean {
  return body.length > LARGE_BYTES;
}

/**
 * Has the result of JSON.parse, but pauses to let the event loop run: lists are parsed element by element, and long
 * strings, such as images and documents, chunk by chunk.
 */
export async function parseLargeJson(body: Buffer): Promise<JsonObject> {
  const reader = new SlicedReader(JsonDocument.scan(body));
  return reader.read();
}

/**
 * Has the result of JSON.parse; parses large responses in slices. If the text is not a JSON object, or exceeds the
 * limits of requests, JSON.parse itself is used.
 */
export async function parseResponseJson(body: Buffer): Promise<unknown> {
  if (!isLargeJson(body)) return JSON.parse(body.toString('utf8'));
  try {
    await scanAhead(body);
  } catch {
    return JSON.parse(body.toString('utf8'));
  }
  return parseLargeJson(body);
}

/** Settles when the last large stored value is parsed. */
let lastParsed: Promise<void> = Promise.resolve();

/**
 * Has the result of JSON.parse for an object that the gateway wrote itself, which may have more values than a
 * request. Large ones are parsed one after the other: parsing takes many times the memory of the text, and all at once
 * none would be finished earlier.
 */
export async function parseStoredJson(stored: Buffer): Promise<JsonObject> {
  if (!isLargeJson(stored)) return JSON.parse(stored.toString('utf8')) as JsonObject;
  const parsed = lastParsed.then(() => parseStoredInSlices(stored));
  lastParsed = parsed.then(ignore, ignore);
  return parsed;
}

async function parseStoredInSlices(stored: Buffer): Promise<JsonObject> {
  await scanAhead(stored, { maxValues: Number.POSITIVE_INFINITY, outlineDepth: STORED_OUTLINE_DEPTH });
  return parseLargeJson(stored);
}

function ignore(): void {}

/** Has the result of JSON.stringify; encodes in slices if `source`, from which the value was made, was large. */
export async function encodeResponseJson(value: JsonObject, source: Buffer): Promise<Buffer> {
  return isLargeJson(source) ? encodeLargeJson(value) : Buffer.from(JSON.stringify(value));
}

class SlicedReader {
  private readonly marker = createMarker();
  private nextLongString = 0;
  private bytesSincePause = 0;
  private readonly pauses = new ChunkPauses();

  constructor(private readonly document: JsonDocument) {}

  async read(): Promise<JsonObject> {
    const read = await this.readMembers(this.document.members);
    await yieldToEventLoop();
    return read;
  }

  private async readMembers(members: readonly JsonMember[]): Promise<JsonObject> {
    const entries: [string, JsonValue][] = [];
    for (const member of members) entries.push([member.key, await this.readMember(member)]);
    return Object.fromEntries(entries);
  }

  /** Parses large lists and objects entry by entry, if their entries are in the outline. */
  private async readMember(member: JsonSpan): Promise<JsonValue> {
    const { document } = this;
    const canSplit = member.end - member.start > BYTES_AT_ONCE && document.isOutlined(member);
    if (!canSplit) return this.readValue(member);
    const kind = document.kind(member);
    if (kind === 'array') return this.readList(member);
    return kind === 'object' ? this.readMembers(document.getMembers(member)) : this.readValue(member);
  }

  /** Short elements are parsed many at a time. */
  private async readList(list: JsonSpan): Promise<JsonValue[]> {
    const values: JsonValue[] = [];
    let run: JsonSpan | undefined;
    const addRun = async (): Promise<void> => {
      if (run === undefined) return;
      for (const value of (await this.readValue(run, '[', ']')) as JsonValue[]) values.push(value);
      run = undefined;
    };
    for (const element of this.document.eachElement(list)) {
      const { start, end } = element;
      if (end - start > BYTES_AT_ONCE) {
        await addRun();
        values.push(await this.readMember(element));
        continue;
      }
      run = { start: run?.start ?? start, end };
      if (end - run.start >= BYTES_AT_ONCE) await addRun();
    }
    await addRun();
    return values;
  }

  /** Values are parsed in the order of the text, so that the next long strings are those inside the value. */
  private async readValue({ start, end }: JsonSpan, before = '', after = ''): Promise<JsonValue> {
    const { bytes } = this.document;
    const texts: string[] = [];
    const rest: string[] = [before];
    let position = start;
    for (
      let next = this.findLongStringBefore(end);
      next !== undefined;
      next = this.findLongStringBefore(end)
    ) {
      rest.push(bytes.toString('utf8', position, next.start), JSON.stringify(this.marker + texts.length));
      texts.push(await this.joinChunks(decodeString(bytes, next.start, next.end)));
      position = next.end;
      this.nextLongString += 1;
    }
    await this.pauseAfter(end - position);
    const value = JSON.parse(rest.join('') + bytes.toString('utf8', position, end) + after) as JsonValue;
    return texts.length === 0 ? value : this.insertTexts(value, texts);
  }

  private async joinChunks(chunks: Iterable<string>): Promise<string> {
    let text = '';
    for (const chunk of chunks) {
      text += chunk;
      await this.pauses.afterChunk();
    }
    return text;
  }

  private findLongStringBefore(end: number): JsonSpan | undefined {
    const next = this.document.longStrings[this.nextLongString];
    return next !== undefined && next.end <= end ? next : undefined;
  }

  private insertTexts(value: JsonValue, texts: readonly string[]): JsonValue {
    const find = (text: string): string | undefined =>
      text.startsWith(this.marker) ? texts[Number(text.slice(this.marker.length))] : undefined;
    if (typeof value === 'string') return find(value) ?? value;
    if (typeof value === 'object' && value !== null) restoreTexts(value, find);
    return value;
  }

  private async pauseAfter(byteCount: number): Promise<void> {
    this.bytesSincePause += byteCount;
    if (this.bytesSincePause < BYTES_AT_ONCE) return;
    this.bytesSincePause = 0;
    await yieldToEventLoop();
  }
}

/** Has the result of JSON.stringify as bytes, but pauses to let the event loop run. */
export async function encodeLargeJson(value: JsonObject): Promise<Buffer> {
  const writer = new SlicedWriter();
  await yieldToEventLoop();
  await writer.addObject(value, SPLIT_LEVELS);
  return writer.finish();
}

class SlicedWriter {
  private readonly marker = createMarker();
  private readonly chunks: Buffer[] = [];
  private byteCount = 0;
  private pausedAtByte = 0;
  private readonly pauses = new ChunkPauses();

  add(text: string): void {
    const chunk = Buffer.from(text);
    this.byteCount += chunk.length;
    this.chunks.push(chunk);
  }

  /**
   * `levels` counts the nested objects that are also encoded member by member, such as a response within its stored
   * record.
   */
  async addObject(value: JsonObject, levels: number): Promise<void> {
    let separator = '{';
    for (const [key, member] of Object.entries(value)) {
      if (member === undefined) continue;
      this.add(`${separator}${JSON.stringify(key)}:`);
      if (Array.isArray(member) && isLongList(member, levels)) await this.addList(member, levels);
      else if (levels > 0 && isJsonObject(member)) await this.addObject(member, levels - 1);
      else await this.addValue(member);
      separator = ',';
    }
    this.add(separator === '{' ? '{}' : '}');
  }

  /** Elements that contain long lists are written member by member, up to this depth. */
  async addList(list: readonly JsonValue[], levels: number): Promise<void> {
    let count = FIRST_ELEMENTS;
    for (let first = 0; first < list.length;) {
      this.add(first === 0 ? '[' : ',');
      const before = this.byteCount;
      const element = list[first];
      if (levels > 0 && isJsonObject(element) && holdsLongList(element)) {
        await this.addObject(element, levels - 1);
        await this.pauseAfterMuch();
        first += 1;
        continue;
      }
      const run = list.slice(first, first + count);
      const nextLong = levels > 0 ? run.findIndex(holdsLongList) : -1;
      const written = nextLong === -1 ? run : run.slice(0, nextLong);
      await this.addValue(written, (text) => text.slice(1, -1));
      first += written.length;
      const isMuch = this.byteCount - before > BYTES_AT_ONCE;
      if (isMuch || count === ELEMENTS_AT_ONCE) await yieldToEventLoop();
      count = isMuch ? Math.max(1, Math.floor(count / 2)) : Math.min(2 * count, ELEMENTS_AT_ONCE);
    }
    this.add(']');
  }

  async addValue(value: JsonValue, cut = (text: string): string => text): Promise<void> {
    const texts: string[] = [];
    const rest = cut(
      JSON.stringify(value, (_key, member: unknown) =>
        typeof member === 'string' && member.length > LONG_STRING
          ? this.marker + (texts.push(member) - 1)
          : member,
      ),
    );
    let position = 0;
    for (const [index, text] of texts.entries()) {
      const placeholder = JSON.stringify(this.marker + index);
      const offset = rest.indexOf(placeholder, position);
      this.add(rest.slice(position, offset));
      for (const chunk of encodeString(text)) {
        this.add(chunk);
        await this.pauses.afterChunk();
      }
      position = offset + placeholder.length;
    }
    this.add(rest.slice(position));
  }

  finish(): Buffer {
    return Buffer.concat(this.chunks);
  }

  private async pauseAfterMuch(): Promise<void> {
    if (this.byteCount - this.pausedAtByte < BYTES_AT_ONCE) return;
    this.pausedAtByte = this.byteCount;
    await yieldToEventLoop();
  }
}

function isLongList(list: readonly JsonValue[], levels: number): boolean {
  return list.length > FIRST_ELEMENTS || (levels > 0 && list.some(holdsLongList));
}

function holdsLongList(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  return Object.values(value).some((member) => Array.isArray(member) && member.length > FIRST_ELEMENTS);
}

/** Lets the event loop run after every few chunks of any strings. */
class ChunkPauses {
  private chunks = 0;

  afterChunk(): Promise<void> | undefined {
    this.chunks += 1;
    return this.chunks % CHUNKS_AT_ONCE === 0 ? yieldToEventLoop() : undefined;
  }
}

/** A random text that no string of a client starts with. */
function createMarker(): string {
  return `long-string-${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}-`;
}

function restoreTexts(value: JsonObject | JsonValue[], find: (text: string) => string | undefined): void {
  const members = value as Record<string, JsonValue>;
  for (const key of Object.keys(value)) {
    const member = members[key];
    if (typeof member === 'string') {
      const text = find(member);
      if (text !== undefined) members[key] = text;
    } else if (typeof member === 'object' && member !== null) restoreTexts(member, find);
  }
}
