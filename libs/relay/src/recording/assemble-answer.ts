import { setImmediate as nextTurn } from 'node:timers/promises';
import { type JsonObject, type JsonValue, type StreamPart, collectResponse } from '#canonical';
import { type SseEvent, SseDecoder } from '#sse';
import { type StreamDecoder, WIRE_FORMATS, type WireFormat, type WireFormatId, parseAnswer } from '#wire';
import { type RecordingFacts } from './recording.js';

/** Images come whole in one event. */
const MAX_EVENT_BYTES = 8 * 1024 * 1024;
/** So many events are read before others are served. */
const EVENTS_AT_ONCE = 200;

/** What the events of a stream add up to, in the client's format; the events themselves where no format knows that. */
export async function assembleAnswer(
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

/** A stream that broke off is read as far as it came. */
async function decodeEvents(events: readonly SseEvent[], decoder: StreamDecoder): Promise<StreamPart[]> {
  const parts: StreamPart[] = [];
  try {
    for (const [index, event] of events.entries()) {
      for (const part of decoder.push(event)) parts.push(withoutLogprobs(part));
      if (index % EVENTS_AT_ONCE === EVENTS_AT_ONCE - 1) await nextTurn();
    }
    for (const part of decoder.end()) parts.push(withoutLogprobs(part));
  } catch {
    // What came before still counts.
  }
  return parts;
}

/** Nobody reads those of every single token. */
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
      if (index % EVENTS_AT_ONCE === EVENTS_AT_ONCE - 1) await nextTurn();
    }
  } catch {
    // An event that is too large ends what can be read.
  }
  return events;
}

/** A stream that is one long list of JSON objects. One that broke off is closed first. */
async function readList(chunks: readonly Buffer[]): Promise<SseEvent[]> {
  const bytes = Buffer.concat(chunks);
  const list = await parseAnswer(bytes).catch(() => parseAnswer(Buffer.concat([bytes, Buffer.from(']')])));
  return Array.isArray(list) ? list.map((element) => ({ data: JSON.stringify(element) })) : [];
}

function parseData({ data }: SseEvent): JsonValue[] {
  try {
    return [JSON.parse(data) as JsonValue];
  } catch {
    return [data];
  }
}
