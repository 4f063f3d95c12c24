import { type JsonObject, type JsonValue } from '#canonical';
import { JsonDocument, scanAhead } from './json-document.js';
import { type JsonMember, type JsonSpan } from './json-outline.js';
import { LONG_STRING, decodeString, encodeString } from './long-strings.js';
import { nextTurn } from './next-turn.js';
import { isJsonObject } from '../validation/json-values.js';

/** Smaller texts are read and written at once. */
const LARGE_BYTES = 256 * 1024;
/** So many chunks of long strings are read or written before others are served. */
const CHUNKS_AT_ONCE = 4;
/** So many bytes of short values are read before others are served: they take a few milliseconds. */
const BYTES_AT_ONCE = 128 * 1024;

/** How many elements of a list are written at a time: few at first, then as many as their size allows. */
const FIRST_ELEMENTS = 8;
const ELEMENTS_AT_ONCE = 500;

/** Objects at this many levels below the outermost one are written member by member. */
const OPENED_LEVELS = 1;

export function isLargeJson(body: Uint8Array): boolean {
  return body.length > LARGE_BYTES;
}

/**
 * What JSON.parse makes of a body, without stopping the process for as long as that takes: lists are read element by
 * element, and images and documents, which are nearly all of a large body, chunk by chunk.
 */
export async function parseLargeJson(body: Buffer): Promise<JsonObject> {
  const reader = new SlicedReader(JsonDocument.scan(body));
  return reader.read();
}

/**
 * What JSON.parse makes of an answer, large ones in slices. What is no JSON object, or holds more than a request may, is
 * left to JSON.parse itself.
 */
export async function parseAnswer(answer: Buffer): Promise<unknown> {
  if (!isLargeJson(answer)) return JSON.parse(answer.toString('utf8'));
  try {
    await scanAhead(answer);
  } catch {
    return JSON.parse(answer.toString('utf8'));
  }
  return parseLargeJson(answer);
}

/** What JSON.parse makes of an object that the gateway wrote itself, which may hold more values than a request. */
export async function parseStoredJson(stored: Buffer): Promise<JsonObject> {
  if (!isLargeJson(stored)) return JSON.parse(stored.toString('utf8')) as JsonObject;
  await scanAhead(stored, Number.POSITIVE_INFINITY);
  return parseLargeJson(stored);
}

/** What JSON.stringify makes of it; in slices where it was made of an answer that was large. */
export async function encodeAnswer(value: JsonObject, madeOf: Buffer): Promise<Buffer> {
  return isLargeJson(madeOf) ? encodeLargeJson(value) : Buffer.from(JSON.stringify(value));
}

class SlicedReader {
  private readonly mark = newMark();
  private nextLongString = 0;
  private bytesSinceTurn = 0;
  private readonly pauses = new ChunkPauses();

  constructor(private readonly document: JsonDocument) {}

  async read(): Promise<JsonObject> {
    const read = await this.readMembers(this.document.members);
    await nextTurn();
    return read;
  }

  private async readMembers(members: readonly JsonMember[]): Promise<JsonObject> {
    const entries: [string, JsonValue][] = [];
    for (const member of members) entries.push([member.key, await this.readMember(member)]);
    return Object.fromEntries(entries);
  }

  /** Large lists and objects are read piece by piece, as far as it is known where their pieces are. */
  private async readMember(member: JsonSpan): Promise<JsonValue> {
    const { document } = this;
    const isOpened = member.end - member.start > BYTES_AT_ONCE && document.isOutlined(member);
    if (!isOpened) return this.readValue(member);
    const kind = document.kind(member);
    if (kind === 'array') return this.readList(member);
    return kind === 'object' ? this.readMembers(document.getMembers(member)) : this.readValue(member);
  }

  /** Short elements are read many at a time. */
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

  /** Values are read in the order in which they stand, so the long strings within each are the next ones. */
  private async readValue({ start, end }: JsonSpan, before = '', after = ''): Promise<JsonValue> {
    const { bytes } = this.document;
    const texts: string[] = [];
    const rest: string[] = [before];
    let position = start;
    for (let next = this.longStringBefore(end); next !== undefined; next = this.longStringBefore(end)) {
      rest.push(bytes.toString('utf8', position, next.start), JSON.stringify(this.mark + texts.length));
      texts.push(await this.joinChunks(decodeString(bytes, next.start, next.end)));
      position = next.end;
      this.nextLongString += 1;
    }
    await this.pauseAfter(end - position);
    const value = JSON.parse(rest.join('') + bytes.toString('utf8', position, end) + after) as JsonValue;
    return texts.length === 0 ? value : this.withTexts(value, texts);
  }

  private async joinChunks(chunks: Iterable<string>): Promise<string> {
    let text = '';
    for (const chunk of chunks) {
      text += chunk;
      await this.pauses.afterChunk();
    }
    return text;
  }

  private longStringBefore(end: number): JsonSpan | undefined {
    const next = this.document.longStrings[this.nextLongString];
    return next !== undefined && next.end <= end ? next : undefined;
  }

  private withTexts(value: JsonValue, texts: readonly string[]): JsonValue {
    const find = (text: string): string | undefined =>
      text.startsWith(this.mark) ? texts[Number(text.slice(this.mark.length))] : undefined;
    if (typeof value === 'string') return find(value) ?? value;
    if (typeof value === 'object' && value !== null) restore(value, find);
    return value;
  }

  private async pauseAfter(byteCount: number): Promise<void> {
    this.bytesSinceTurn += byteCount;
    if (this.bytesSinceTurn < BYTES_AT_ONCE) return;
    this.bytesSinceTurn = 0;
    await nextTurn();
  }
}

/** What JSON.stringify makes of a value, as bytes, in the same way. */
export async function encodeLargeJson(value: JsonObject): Promise<Buffer> {
  const writer = new SlicedWriter();
  await nextTurn();
  await writer.addObject(value, OPENED_LEVELS);
  return writer.finish();
}

class SlicedWriter {
  private readonly mark = newMark();
  private readonly chunks: Buffer[] = [];
  private byteCount = 0;
  private readonly pauses = new ChunkPauses();

  add(text: string): void {
    const chunk = Buffer.from(text);
    this.byteCount += chunk.length;
    this.chunks.push(chunk);
  }

  /** Objects within it are written member by member, too, for so many levels: a response is one within what is stored. */
  async addObject(value: JsonObject, levels: number): Promise<void> {
    let separator = '{';
    for (const [key, member] of Object.entries(value)) {
      if (member === undefined) continue;
      this.add(`${separator}${JSON.stringify(key)}:`);
      if (Array.isArray(member) && member.length > FIRST_ELEMENTS) await this.addList(member);
      else if (levels > 0 && isJsonObject(member)) await this.addObject(member, levels - 1);
      else await this.addValue(member);
      separator = ',';
    }
    this.add(separator === '{' ? '{}' : '}');
  }

  async addList(list: readonly JsonValue[]): Promise<void> {
    let count = FIRST_ELEMENTS;
    for (let first = 0; first < list.length;) {
      this.add(first === 0 ? '[' : ',');
      const before = this.byteCount;
      await this.addValue(list.slice(first, first + count), (text) => text.slice(1, -1));
      first += count;
      const isMuch = this.byteCount - before > BYTES_AT_ONCE;
      if (isMuch || count === ELEMENTS_AT_ONCE) await nextTurn();
      count = isMuch ? Math.max(1, Math.floor(count / 2)) : Math.min(2 * count, ELEMENTS_AT_ONCE);
    }
    this.add(']');
  }

  async addValue(value: JsonValue, cut = (text: string): string => text): Promise<void> {
    const texts: string[] = [];
    const rest = cut(
      JSON.stringify(value, (_key, member: unknown) =>
        typeof member === 'string' && member.length > LONG_STRING
          ? this.mark + (texts.push(member) - 1)
          : member,
      ),
    );
    let position = 0;
    for (const [index, text] of texts.entries()) {
      const placeholder = JSON.stringify(this.mark + index);
      const place = rest.indexOf(placeholder, position);
      this.add(rest.slice(position, place));
      for (const chunk of encodeString(text)) {
        this.add(chunk);
        await this.pauses.afterChunk();
      }
      position = place + placeholder.length;
    }
    this.add(rest.slice(position));
  }

  finish(): Buffer {
    return Buffer.concat(this.chunks);
  }
}

/** Lets the event loop run after every few chunks, whichever strings they belong to. */
class ChunkPauses {
  private chunks = 0;

  afterChunk(): Promise<void> | undefined {
    this.chunks += 1;
    return this.chunks % CHUNKS_AT_ONCE === 0 ? nextTurn() : undefined;
  }
}

/** No text of a client begins with it but by a chance that never comes. */
function newMark(): string {
  return `long-string-${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}-`;
}

function restore(value: JsonObject | JsonValue[], find: (text: string) => string | undefined): void {
  const members = value as Record<string, JsonValue>;
  for (const key of Object.keys(value)) {
    const member = members[key];
    if (typeof member === 'string') {
      const text = find(member);
      if (text !== undefined) members[key] = text;
    } else if (typeof member === 'object' && member !== null) restore(member, find);
  }
}
