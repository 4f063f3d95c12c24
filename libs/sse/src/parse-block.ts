import { LineEnds } from './line-ends.js';
import type { SseEvent } from './sse-event.js';

const COLON = 0x3a;
const SPACE = 0x20;

const asciiBytes = (text: string) => new TextEncoder().encode(text);
const DATA = asciiBytes('data');
const EVENT = asciiBytes('event');
const ID = asciiBytes('id');

// A byte order mark is removed at the start of the stream only; inside a value it is text.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The event in the lines of [from, to). Undefined if no line is a `data` field. */
export function parseBlock(bytes: Uint8Array, from: number, to: number): SseEvent | undefined {
  let data: string | undefined;
  let furtherData: string[] | undefined;
  let event: string | undefined;
  let id: string | undefined;

  const lineEnds = new LineEnds(bytes);
  let lineStart = from;
  while (lineStart < to) {
    const lineEnd = lineEnds.next(lineStart);
    const dataValue = fieldValue(bytes, lineStart, lineEnd, DATA);
    if (dataValue === undefined) {
      event = fieldValue(bytes, lineStart, lineEnd, EVENT) ?? event;
      id = validId(fieldValue(bytes, lineStart, lineEnd, ID)) ?? id;
    } else if (data === undefined) {
      data = dataValue;
    } else {
      furtherData ??= [];
      furtherData.push(dataValue);
    }
    lineStart = lineEnds.after(lineEnd);
  }

  if (data === undefined) return undefined;
  const parsed: SseEvent = { data: furtherData ? [data, ...furtherData].join('\n') : data };
  if (event) parsed.event = event;
  if (id !== undefined) parsed.id = id;
  return parsed;
}

/** The text after the colon if the line is the field `name`. A line with only the name has an empty value. */
function fieldValue(
  bytes: Uint8Array,
  lineStart: number,
  lineEnd: number,
  name: Uint8Array,
): string | undefined {
  const nameEnd = lineStart + name.length;
  if (nameEnd > lineEnd || (nameEnd < lineEnd && bytes[nameEnd] !== COLON)) return undefined;
  for (let index = 0; index < name.length; index += 1) {
    if (bytes[lineStart + index] !== name[index]) return undefined;
  }
  const afterColon = nameEnd + 1;
  if (afterColon >= lineEnd) return '';
  const valueStart = bytes[afterColon] === SPACE ? afterColon + 1 : afterColon;
  return decoder.decode(bytes.subarray(valueStart, lineEnd));
}

/** The standard ignores an id that contains NUL. */
function validId(id: string | undefined): string | undefined {
  return id?.includes('\0') ? undefined : id;
}
