import { GatewayError, isJsonObject, type JsonObject } from '#canonical';
import { JsonDocument, scanAhead } from '#json-scan';
import { type SseEvent, encodeSseEvent } from '#sse';
import { toResponseId } from './item-ids.js';
import { readEventInSlices } from './read-event.js';
import { createResponseObject, failResponse } from './response-object.js';
import { type ResponseEvent } from './response-writer.js';
import { type StoredTurn, chainInput } from './state.js';

export { type ResponseEvent } from './response-writer.js';

/** Every background response begins with three events that precede its output. */
export const CREATED = 0;
const QUEUED = 1;
const IN_PROGRESS = 2;
export const FIRST_OUTPUT_SEQUENCE = 3;

/** A request that runs later, with the conversation that it continues. */
export interface AskedInBackground {
  requestId: string;
  createdAtSeconds: number;
  asked: JsonObject;
  turns: readonly StoredTurn[];
}

/** These events were sent when the response was accepted and when its run started. */
const OPENING_EVENTS = new Set(['response.created', 'response.queued', 'response.in_progress']);
const FINAL_EVENTS = new Set(['response.completed', 'response.incomplete', 'response.failed']);

/** The response object while it has no output. */
export function describe(
  { requestId, createdAtSeconds, asked }: Omit<AskedInBackground, 'turns'>,
  status: 'queued' | 'in_progress' | 'cancelled',
): JsonObject {
  const model = typeof asked['model'] === 'string' ? asked['model'] : '';
  const response = createResponseObject({ request: { model }, body: asked, requestId }, { createdAtSeconds });
  return { ...response, status, background: true };
}

/** The same request without `background`. */
export async function foregroundBody({
  asked,
  turns,
}: Pick<AskedInBackground, 'asked' | 'turns'>): Promise<JsonObject> {
  const { background: _background, ...body } = asked;
  return turns.length === 0 ? body : { ...body, input: await chainInput(turns, asked['input']) };
}

/** The events that are sent when a response is accepted. */
export function acceptedEvents(request: AskedInBackground): ResponseEvent[] {
  const response = describe(request, 'queued');
  return [
    { type: 'response.created', sequence_number: CREATED, response },
    { type: 'response.queued', sequence_number: QUEUED, response },
  ];
}

export function startedEvent(request: AskedInBackground): ResponseEvent {
  const response = describe(request, 'in_progress');
  return { type: 'response.in_progress', sequence_number: IN_PROGRESS, response };
}

export function failedEvent(
  request: AskedInBackground,
  error: GatewayError,
  sequence: number,
): ResponseEvent {
  const response = failResponse(describe(request, 'in_progress'), error);
  return { type: 'response.failed', sequence_number: sequence, response };
}

export function getId({ requestId }: Pick<AskedInBackground, 'requestId'>): string {
  return toResponseId(requestId);
}

/** An event that is stored as JSON, which has no line breaks, as clients receive it. */
export async function encodeStoredEvent(json: Buffer): Promise<Buffer> {
  await scanAhead(json, { maxValues: Number.POSITIVE_INFINITY });
  const document = JsonDocument.scan(json);
  const member = document.member('type');
  const type = member === undefined ? undefined : (document.value(member) as string);
  // With empty data, which ends in a line break and an empty line.
  const head = encodeSseEvent({ event: type, data: '' }).slice(0, -2);
  return Buffer.concat([Buffer.from(head), json, Buffer.from('\n\n')]);
}

export interface EventsQuery {
  /** The last event that the client has received; -1 if there is none. */
  startingAfter: number;
}

/** Parses whether the client requests the events of a response instead of the response, and from which event. */
export function readEventsQuery(query: Readonly<Record<string, unknown>>): EventsQuery | undefined {
  const { stream = 'false', starting_after: startingAfter } = query;
  if (stream !== 'true' && stream !== 'false') {
    throw new GatewayError('invalid-value', '"stream" must be a boolean.', { param: 'stream' });
  }
  if (stream === 'false') return undefined;
  if (startingAfter === undefined) return { startingAfter: -1 };
  if (typeof startingAfter !== 'string' || !/^\d{1,9}$/.test(startingAfter)) {
    throw new GatewayError('invalid-value', '"starting_after" must be an event sequence number.', {
      param: 'starting_after',
    });
  }
  return { startingAfter: Number(startingAfter) };
}

/**
 * Converts the events of a foreground response to events of the background response that was accepted before. They
 * have another id, and their numbering starts again.
 */
export class BackgroundEvents {
  /** The complete response, after it has ended. */
  final: JsonObject | undefined;
  /** The items that are complete. */
  readonly output: JsonObject[] = [];

  constructor(
    /** The response object that the client received first. */
    private readonly accepted: JsonObject,
    private nextSequence: number,
  ) {}

  get sequence(): number {
    return this.nextSequence;
  }

  /** Undefined for events that were sent before. */
  async push(event: SseEvent): Promise<ResponseEvent | undefined> {
    const read = await readEventInSlices(event);
    const type = read?.['type'];
    if (read === undefined || typeof type !== 'string' || OPENING_EVENTS.has(type)) return undefined;
    const { item, response } = read;
    if (type === 'response.output_item.done' && isJsonObject(item)) this.output.push(item);
    const renamed = isJsonObject(response) ? this.rename(response) : undefined;
    if (FINAL_EVENTS.has(type)) this.final = renamed;
    const sequence = this.nextSequence;
    this.nextSequence += 1;
    return {
      ...read,
      type,
      sequence_number: sequence,
      ...(renamed === undefined ? {} : { response: renamed }),
    };
  }

  private rename(response: JsonObject): JsonObject {
    const { id, created_at: createdAt, background, previous_response_id: previousId } = this.accepted;
    return {
      ...response,
      id: id ?? null,
      created_at: createdAt ?? null,
      background: background ?? true,
      ...(previousId == null ? {} : { previous_response_id: previousId }),
    };
  }
}
