import { type JsonObject, type JsonValue } from '#canonical';

/* What can be known of a frame without reading all of it: most frames are sound, and there are many of them. */

export type RealtimeEvent = JsonObject & { type: string };

/** What stands before the sound in an event that carries nothing else. */
const APPEND =
  /^\s*\{\s*(?:"event_id"\s*:\s*"[^"\\]*"\s*,\s*)?"type"\s*:\s*"input_audio_buffer\.append"\s*,\s*(?:"event_id"\s*:\s*"[^"\\]*"\s*,\s*)?"audio"\s*:\s*"/;
const CLOSING = /^"\s*\}\s*$/;
const DELTA = /"type"\s*:\s*"(response\.[a-z_.]+\.delta)"/;
const HEAD_BYTES = 256;
const QUOTE = 0x22;
const LONGEST_CLOSING = 16;

/** In the frames of an upstream; each is only a hint that the frame should be read. */
const WATCHED = [
  '"error"',
  'response.created',
  'response.done',
  'session.created',
  'session.updated',
  'input_audio_transcription.completed',
].map((type) => Buffer.from(type));

/**
 * How much encoded sound a client's frame brings, where it is certain that this is all it does; undefined for any other
 * frame, and for one that only looks like it at its beginning.
 */
export function appendedSound(data: Buffer): number | undefined {
  const head = APPEND.exec(data.toString('latin1', 0, HEAD_BYTES));
  if (head === null) return undefined;
  const start = head[0].length;
  const end = data.indexOf(QUOTE, start);
  if (end === -1 || data.length - end > LONGEST_CLOSING) return undefined;
  return CLOSING.test(data.toString('latin1', end)) ? end - start : undefined;
}

/** The type of an upstream's frame that brings a piece of an answer. */
export function deltaTypeOf(data: Buffer): string | undefined {
  return DELTA.exec(data.toString('latin1', 0, HEAD_BYTES))?.[1];
}

export function mayBeWatched(data: Buffer): boolean {
  return WATCHED.some((type) => data.includes(type));
}

/** The id that a member has, in a frame that is not worth reading for it. */
export function responseIdIn(data: Buffer): string | undefined {
  return /"response_id"\s*:\s*"([^"\\]+)"/.exec(data.toString('latin1', 0, HEAD_BYTES))?.[1];
}

/** Undefined for what is no event. */
export function readEvent(data: Buffer): RealtimeEvent | undefined {
  try {
    const value = JSON.parse(data.toString('utf8')) as JsonValue;
    return isObject(value) && typeof value['type'] === 'string' ? (value as RealtimeEvent) : undefined;
  } catch {
    return undefined;
  }
}

/** A member that is an object; an empty one where it is not. */
export function objectIn(holder: JsonObject, name: string): JsonObject {
  const value = holder[name];
  return isObject(value) ? value : {};
}

export function textIn(holder: JsonObject, name: string): string | undefined {
  const value = holder[name];
  return typeof value === 'string' ? value : undefined;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
