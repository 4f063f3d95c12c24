import { GatewayError, isJsonObject, type JsonObject } from '#canonical';
import { type SseEvent, encodeSseEvent } from '#sse';

/** Parses one event of an upstream's stream. Some services send the type only as the event's name. */
export function readEvent({ event, data }: SseEvent): JsonObject {
  let parsed: unknown;
  try {
    parsed = JSON.parse(data);
  } catch {
    throw new GatewayError('upstream-bad-response', 'The provider sent an event that is not JSON.');
  }
  if (!isJsonObject(parsed)) {
    throw new GatewayError('upstream-bad-response', 'The provider sent an event that is not an object.');
  }
  return event !== undefined && parsed['type'] === undefined ? { ...parsed, type: event } : parsed;
}

/** The official clients read the event's name, others the type inside, so both are sent. */
export function encodeEvent(type: string, members: JsonObject = {}): string {
  return encodeSseEvent({ event: type, data: JSON.stringify({ type, ...members }) });
}
