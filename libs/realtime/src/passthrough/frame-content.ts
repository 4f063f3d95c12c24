import { type JsonObject, type JsonValue } from '#canonical';
import { holdsMoreValues } from '#json-scan';

/* Reads facts of a frame without parsing it, because most frames are audio and there are many. */

export type RealtimeEvent = JsonObject & { type: string };

/** The beginning of an append event that has only audio. */
const APPEND =
  /^\s*\{\s*(?:"event_id"\s*:\s*"[^"\\]*"\s*,\s*)?"type"\s*:\s*"input_audio_buffer\.append"\s*,\s*(?:"event_id"\s*:\s*"[^"\\]*"\s*,\s*)?"audio"\s*:\s*"/;
const CLOSING = /^"\s*\}\s*$/;
const DELTA = /"type"\s*:\s*"(response\.[a-z_.]+\.delta)"/;
const HEAD_BYTES = 256;
const QUOTE = 0x22;
const MAX_CLOSING_BYTES = 16;
const SMALL_FRAME = 64 * 1024;
const MAX_VALUES = 100_000;

/** Frames of an upstream that contain one of these are parsed. */
const WATCHED_TYPES = [
  '"error"',
  'response.created',
  'response.done',
  'session.created',
  'session.updated',
  'input_audio_transcription.completed',
].map((type) => Buffer.from(type));

/** The length of the base64 audio in a frame that only appends audio. Undefined for other frames. */
export function measureAppendedAudio(data: Buffer): number | undefined {
  const head = APPEND.exec(data.toString('latin1', 0, HEAD_BYTES));
  if (head === null) return undefined;
  const start = head[0].length;
  const end = data.indexOf(QUOTE, start);
  if (end === -1 || data.length - end > MAX_CLOSING_BYTES) return undefined;
  return CLOSING.test(data.toString('latin1', end)) ? end - start : undefined;
}

/** The type of an upstream's delta event. */
export function readDeltaType(data: Buffer): string | undefined {
  return DELTA.exec(data.toString('latin1', 0, HEAD_BYTES))?.[1];
}

export function mustBeParsed(data: Buffer): boolean {
  return WATCHED_TYPES.some((type) => data.includes(type));
}

/** The `response_id` of a frame, without parsing it. */
export function readResponseId(data: Buffer): string | undefined {
  return /"response_id"\s*:\s*"([^"\\]+)"/.exec(data.toString('latin1', 0, HEAD_BYTES))?.[1];
}

/** Undefined if the frame is not an event. */
export function readEvent(data: Buffer): RealtimeEvent | undefined {
  try {
    if (data.length > SMALL_FRAME && holdsMoreValues(data, MAX_VALUES)) return undefined;
    const value = JSON.parse(data.toString('utf8')) as JsonValue;
    return isObject(value) && typeof value['type'] === 'string' ? (value as RealtimeEvent) : undefined;
  } catch {
    return undefined;
  }
}

/** The member if it is an object, otherwise an empty one. */
export function getObject(holder: JsonObject, name: string): JsonObject {
  const value = holder[name];
  return isObject(value) ? value : {};
}

export function getText(holder: JsonObject, name: string): string | undefined {
  const value = holder[name];
  return typeof value === 'string' ? value : undefined;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
