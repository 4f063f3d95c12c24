import { GatewayError, isJsonObject, type JsonObject } from '#canonical';
import { type RouteHints } from '../chat-codec.js';
import { encodeError } from '../errors/encode-error.js';

/** How chunks are separated in a stream. */
export interface StreamFraming {
  chunk(json: string): string;
  end(): string;
}

/** All SDKs set `alt=sse`. Without it, the stream is a JSON array. */
export function requestsEvents({ query = {} }: RouteHints): boolean {
  const { alt } = query;
  return typeof alt === 'string' && alt.toLowerCase() === 'sse';
}

export function createFraming(hints: RouteHints): StreamFraming {
  return requestsEvents(hints) ? eventFraming : new ArrayFraming();
}

/** Clients of this format fail on event names, comments and end markers, so only data is sent. */
export const eventFraming: StreamFraming = {
  chunk: (json) => `data: ${escapeLineSeparators(json)}\n\n`,
  end: () => '',
};

/** Clients that find the data of an event by a regular expression treat these characters as line ends. */
function escapeLineSeparators(json: string): string {
  return json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

/** One JSON array, sent element by element. */
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

/** One chunk of a stream; undefined for the `[DONE]` of other formats, which some servers also send here. */
export function parseChunk(data: string): JsonObject | undefined {
  if (data.trim() === '[DONE]') return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(data);
  } catch {
    throw new GatewayError('upstream-bad-response', 'The provider sent a chunk that is not JSON.');
  }
  const chunk: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
  if (isJsonObject(chunk)) return chunk;
  throw new GatewayError('upstream-bad-response', 'The provider sent a chunk that is not an object.');
}

/** The chunk that reports an error. Clients recognize it by a `code` from 400 to 599. */
export function streamErrorChunk(error: GatewayError): string {
  const { body } = encodeError(error, 'google', '');
  return JSON.stringify(body);
}
