import { type JsonObject } from '#canonical';
import { encodeSseEvent } from '#sse';

/** The official clients go by the event's name, others by the type inside; both are there. */
export function encodeEvent(type: string, members: JsonObject = {}): string {
  return encodeSseEvent({ event: type, data: JSON.stringify({ type, ...members }) });
}
