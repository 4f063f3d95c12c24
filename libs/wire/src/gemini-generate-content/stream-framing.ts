import { GatewayError, type JsonObject } from '#canonical';
import { type RouteHints } from '../chat-codec.js';
import { encodeError } from '../errors/encode-error.js';
import { isJsonObject } from '../validation/json-values.js';

/** How chunks are told apart on the wire. */
export interface StreamFraming {
  chunk(json: string): string;
  end(): string;
}

/** Every SDK does; the bare address answers with one JSON array. */
export function asksForEvents({ query = {} }: RouteHints): boolean {
  const { alt } = query;
  return typeof alt === 'string' && alt.toLowerCase() === 'sse';
}

export function createFraming(hints: RouteHints): StreamFraming {
  return asksForEvents(hints) ? eventFraming : new ArrayFraming();
}

/** Clients of this format stumble over event names, comments and end marks: there is nothing but data. */
export const eventFraming: StreamFraming = {
  chunk: (json) => `data: ${escapeLineSeparators(json)}\n\n`,
  end: () => '',
};

/** To a client that finds the data of an event by a pattern, these characters end its line. */
function escapeLineSeparators(json: string): string {
  return json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

/** One JSON array, an element at a time. */
class ArrayFraming implements StreamFraming {
  private hasElements = false;

  chunk(json: string): string {
    const lead = this.hasElements ? ',\n' : '[';
    this.hasElements = true;
    return lead + json;
  }

  end(): string {
    return this.hasElements ? ']' : '[]';
  }
}

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

/** The chunk that tells a client of a failure. Clients take it for one only by a number from 400 to 599. */
export function streamErrorChunk(error: GatewayError): string {
  const { body } = encodeError(error, 'google', '');
  return JSON.stringify(body);
}
