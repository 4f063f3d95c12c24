import { GatewayError, type JsonObject } from '#canonical';
import { type SseEvent, encodeSseEvent } from '#sse';
import { isJsonObject } from '../validation/json-values.js';

/** One event of an upstream's stream, which names its type inside; some services name it outside only. */
export function readEvent({ event, data }: SseEvent): JsonObject {
  let parsed: unknown;
  try {
    parsed = JSON.parse(data);
  } catch {
    throw new GatewayError('upstream-bad-response', 'The model service sent an event that is not JSON.');
  }
  if (!isJsonObject(parsed)) {
    throw new GatewayError('upstream-bad-response', 'The model service sent an event that is not an object.');
  }
  return event !== undefined && parsed['type'] === undefined ? { ...parsed, type: event } : parsed;
}

/** The official clients go by the event's name, others by the type inside; both are there. */
export function encodeEvent(type: string, members: JsonObject = {}): string {
  return encodeSseEvent({ event: type, data: JSON.stringify({ type, ...members }) });
}
