import { GatewayError, type JsonObject } from '#canonical';
import { isJsonObject } from '../validation/json-values.js';

/** One event of a stream, which must be a JSON object; undefined where it only says that the stream is over. */
export function readEvent({ data, event }: { data: string; event?: string }): JsonObject | undefined {
  if (data.trim() === '[DONE]') return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(data);
  } catch {
    throw new GatewayError('upstream-bad-response', 'The model service sent an event that is not JSON.');
  }
  if (!isJsonObject(parsed)) {
    throw new GatewayError('upstream-bad-response', 'The model service sent an event that is not an object.');
  }
  return typeof parsed['type'] === 'string' || event === undefined ? parsed : { ...parsed, type: event };
}
