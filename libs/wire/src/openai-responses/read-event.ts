import { GatewayError, isJsonObject, type JsonObject } from '#canonical';
import { isLargeJson, parseResponseJson } from '#json-scan';

interface ReceivedEvent {
  data: string;
  event?: string;
}

/** Parses an event, which must be a JSON object; undefined for the end marker. */
export function readEvent({ data, event }: ReceivedEvent): JsonObject | undefined {
  if (data.trim() === '[DONE]') return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(data);
  } catch {
    throw notJson();
  }
  return toObject(parsed, event);
}

/** The same. A large event is read in slices. */
export async function readEventInSlices({ data, event }: ReceivedEvent): Promise<JsonObject | undefined> {
  const bytes = Buffer.from(data);
  if (!isLargeJson(bytes)) return readEvent({ data, event });
  try {
    return toObject(await parseResponseJson(bytes), event);
  } catch (error) {
    throw error instanceof SyntaxError ? notJson() : error;
  }
}

function toObject(parsed: unknown, event: string | undefined): JsonObject {
  if (!isJsonObject(parsed)) {
    throw new GatewayError('upstream-bad-response', 'The provider sent an event that is not an object.');
  }
  return typeof parsed['type'] === 'string' || event === undefined ? parsed : { ...parsed, type: event };
}

function notJson(): GatewayError {
  return new GatewayError('upstream-bad-response', 'The provider sent an event that is not JSON.');
}
