import { type JsonObject, type JsonValue } from '#canonical';
import { JsonDocument } from './json-document.js';
import { LONG_STRING, decodeString, encodeString } from './long-strings.js';
import { nextTurn } from './next-turn.js';

/** Smaller texts are read and written at once. */
const LARGE_BYTES = 1024 * 1024;
/** So many chunks of long strings are read or written before others are served. */
const CHUNKS_AT_ONCE = 8;

export function isLargeJson(body: Uint8Array): boolean {
  return body.length > LARGE_BYTES;
}

/**
 * What JSON.parse makes of a body, without stopping the process for as long as that takes: images and documents in it,
 * which are nearly all of a large body, are read chunk by chunk.
 */
export async function parseLargeJson(body: Buffer): Promise<JsonObject> {
  const document = JsonDocument.scan(body);
  const { bytes, longStrings } = document;
  const mark = newMark();
  const texts: string[] = [];
  const rest: string[] = [];
  let position = 0;
  for (const { start, end } of longStrings) {
    rest.push(bytes.toString('utf8', position, start), JSON.stringify(mark + texts.length));
    texts.push(await joinChunks(decodeString(bytes, start, end)));
    position = end;
  }
  rest.push(bytes.toString('utf8', position));
  await nextTurn();
  const parsed = JSON.parse(rest.join('')) as JsonObject;
  if (texts.length > 0)
    restore(parsed, (text) => (text.startsWith(mark) ? texts[Number(text.slice(mark.length))] : undefined));
  await nextTurn();
  return parsed;
}

/** What JSON.stringify makes of a value, as bytes, in the same way. */
export async function encodeLargeJson(value: JsonObject): Promise<Buffer> {
  await nextTurn();
  const mark = newMark();
  const texts: string[] = [];
  const rest = JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'string' && member.length > LONG_STRING ? mark + (texts.push(member) - 1) : member,
  );
  const chunks: Buffer[] = [];
  let position = 0;
  for (const [index, text] of texts.entries()) {
    const placeholder = JSON.stringify(mark + index);
    const place = rest.indexOf(placeholder, position);
    chunks.push(Buffer.from(rest.slice(position, place)));
    for (const [count, chunk] of enumerate(encodeString(text))) {
      chunks.push(Buffer.from(chunk));
      if (count % CHUNKS_AT_ONCE === 0) await nextTurn();
    }
    position = place + placeholder.length;
  }
  chunks.push(Buffer.from(rest.slice(position)));
  return Buffer.concat(chunks);
}

async function joinChunks(chunks: Iterable<string>): Promise<string> {
  let text = '';
  for (const [count, chunk] of enumerate(chunks)) {
    text += chunk;
    if (count % CHUNKS_AT_ONCE === 0) await nextTurn();
  }
  return text;
}

function* enumerate<Item>(items: Iterable<Item>): Generator<[number, Item], void> {
  let count = 0;
  for (const item of items) {
    count += 1;
    yield [count, item];
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
