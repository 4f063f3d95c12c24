import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type JsonObject, type JsonValue, type StreamPart, collectResponse } from '#canonical';
import { parseResponseJson } from '#json-scan';
import { type SseEvent, SseDecoder } from '#sse';
import { type StreamDecoder, WIRE_FORMATS, type WireFormat, type WireFormatId } from '#wire';
import { type RecordingFacts } from './recording.js';

/** An event may have a complete image. */
const MAX_EVENT_BYTES = 8 * 1024 * 1024;
/** After this many events, other work of the event loop runs. */
const EVENTS_PER_SLICE = 200;

/**
 * Assembles the events of a stream into one response in the format of the client. For other formats, returns the
 * events.
 */
export async function assembleResponse(
  chunks: readonly Buffer[],
  contentType: string,
  { facts, body }: { facts: RecordingFacts; body: JsonObject },
): Promise<JsonObject> {
  const events = /^application\//i.test(contentType) ? await readList(chunks) : await readEvents(chunks);
  const { format } = facts;
  if (facts.operation !== 'chat' || !isWireFormat(format)) return { events: events.flatMap(parseData) };
  const { ingress, egress }: WireFormat = WIRE_FORMATS[format];
  const parts = await decodeEvents(events, egress.createStreamDecoder());
  const { model, hints, requestId } = facts;
  const settings = ingress.getSettings?.(body) ?? body;
  return ingress.encodeResponse(collectResponse(parts), {
    request: { model },
    body: settings,
    hints,
    requestId,
  });
}

function isWireFormat(format: string): format is WireFormatId {
  return Object.hasOwn(WIRE_FORMATS, format);
}

/** Decodes a truncated stream up to its end. */
async function decodeEvents(events: readonly SseEvent[], decoder: StreamDecoder): Promise<StreamPart[]> {
  const parts: StreamPart[] = [];
  try {
    for (const [index, event] of events.entries()) {
      for (const part of decoder.push(event)) parts.push(withoutLogprobs(part));
      if (index % EVENTS_PER_SLICE === EVENTS_PER_SLICE - 1) await yieldToEventLoop();
    }
    for (const part of decoder.end()) parts.push(withoutLogprobs(part));
  } catch {
    // The earlier events are used.
  }
  return parts;
}

/** Log probabilities of each token are not recorded. */
function withoutLogprobs(part: StreamPart): StreamPart {
  if (part.type !== 'text-delta' || part.logprobs === undefined) return part;
  const { logprobs: _logprobs, ...rest } = part;
  return rest;
}

async function readEvents(chunks: readonly Buffer[]): Promise<SseEvent[]> {
  const decoder = new SseDecoder({ maxEventBytes: MAX_EVENT_BYTES });
  const events: SseEvent[] = [];
  try {
    for (const [index, chunk] of chunks.entries()) {
      for (const { event } of decoder.push(chunk)) if (event !== undefined) events.push(event);
      if (index % EVENTS_PER_SLICE === EVENTS_PER_SLICE - 1) await yieldToEventLoop();
    }
  } catch {
    // Events after one that is too large are not read.
  }
  return events;
}

/** Reads a stream that is a JSON list. A truncated list is closed first. */
async function readList(chunks: readonly Buffer[]): Promise<SseEvent[]> {
  const bytes = Buffer.concat(chunks);
  const list = await parseResponseJson(bytes).catch(() =>
    parseResponseJson(Buffer.concat([bytes, Buffer.from(']')])),
  );
  return Array.isArray(list) ? list.map((element) => ({ data: JSON.stringify(element) })) : [];
}

function parseData({ data }: SseEvent): JsonValue[] {
  try {
    return [JSON.parse(data) as JsonValue];
  } catch {
    return [data];
  }
}
