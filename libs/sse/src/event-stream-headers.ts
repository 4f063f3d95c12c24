import { InvalidEventStream } from './invalid-event-stream.js';

/** The length of a value by its type. Other types are preceded by their length. */
const FIXED_BYTES = new Map([
  [0, 0],
  [1, 0],
  [2, 1],
  [3, 2],
  [4, 4],
  [5, 8],
  [8, 8],
  [9, 16],
]);
const BYTES_TYPE = 6;
const TEXT_TYPE = 7;
const LENGTH_BYTES = 2;

/** Returns the text headers and skips those of other types. */
export function readHeaders(bytes: Buffer): Record<string, string> {
  // Without prototype, because names are outside data.
  const headers = Object.create(null) as Record<string, string>;
  let at = 0;
  while (at < bytes.length) {
    const nameEnd = at + 1 + bytes.readUInt8(at);
    const type = readType(bytes, nameEnd);
    const valueStart = nameEnd + 1 + (FIXED_BYTES.has(type) ? 0 : LENGTH_BYTES);
    const valueEnd = valueStart + readValueLength(bytes, type, nameEnd + 1);
    if (valueEnd > bytes.length) throw truncatedHeader();
    if (type === TEXT_TYPE) {
      headers[bytes.toString('utf8', at + 1, nameEnd)] = bytes.toString('utf8', valueStart, valueEnd);
    }
    at = valueEnd;
  }
  return headers;
}

function readType(bytes: Buffer, at: number): number {
  if (at >= bytes.length) throw truncatedHeader();
  return bytes.readUInt8(at);
}

function readValueLength(bytes: Buffer, type: number, at: number): number {
  const fixed = FIXED_BYTES.get(type);
  if (fixed !== undefined) return fixed;
  if (type !== TEXT_TYPE && type !== BYTES_TYPE) {
    throw new InvalidEventStream(`A header has the unknown type ${type}`);
  }
  if (at + LENGTH_BYTES > bytes.length) throw truncatedHeader();
  return bytes.readUInt16BE(at);
}

function truncatedHeader(): InvalidEventStream {
  return new InvalidEventStream('A header exceeds the header section');
}
