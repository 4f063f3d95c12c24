import { GatewayError, type JsonObject } from '#canonical';
import { isJsonObject } from './proto-object.js';

/** One chunk of a stream. Undefined: the end mark of other formats, which some servers send here too. */
export function parseChunk(data: string): JsonObject | undefined {
  if (data.trim() === '[DONE]') return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(data);
  } catch {
    throw new GatewayError('upstream-bad-response', 'The model service sent a chunk that is not JSON.');
  }
  const chunk: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
  if (isJsonObject(chunk)) return chunk;
  throw new GatewayError('upstream-bad-response', 'The model service sent a chunk that is not an object.');
}
