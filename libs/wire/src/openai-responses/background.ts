import { GatewayError, type JsonObject } from '#canonical';
import { type SseEvent, encodeSseEvent } from '#sse';
import { isJsonObject } from '../validation/json-values.js';
import { toResponseId } from './minted-ids.js';
import { readEvent } from './read-event.js';
import { createResponseObject, failResponse } from './response-object.js';
import { type ResponseEvent } from './response-writer.js';
import { type StoredTurn, chainInput } from './state.js';

export { type ResponseEvent } from './response-writer.js';

/** Every response that runs in the background begins with three events that say nothing of its answer. */
const CREATED = 0;
const QUEUED = 1;
const IN_PROGRESS = 2;
export const FIRST_OUTPUT_SEQUENCE = 3;

/** A request that is to be run later, with the conversation that it goes on with. */
export interface AskedInBackground {
  requestId: string;
  createdAtSeconds: number;
  asked: JsonObject;
  turns: readonly StoredTurn[];
}

/** Said already, when the response was accepted and when its run began. */
const OPENING_EVENTS = new Set(['response.created', 'response.queued', 'response.in_progress']);
const FINAL_EVENTS = new Set(['response.completed', 'response.incomplete', 'response.failed']);

/** The response as it is described while it has no answer. */
export function describe(
  { requestId, createdAtSeconds, asked }: Omit<AskedInBackground, 'turns'>,
  status: 'queued' | 'in_progress' | 'cancelled',
): JsonObject {
  const model = typeof asked['model'] === 'string' ? asked['model'] : '';
  const response = createResponseObject({ request: { model }, body: asked, requestId }, { createdAtSeconds });
  return { ...response, status, background: true };
}

/** The same request as one that somebody waits for. */
export async function foregroundBody({
  asked,
  turns,
}: Pick<AskedInBackground, 'asked' | 'turns'>): Promise<JsonObject> {
  const { background: _background, ...body } = asked;
  return turns.length === 0 ? body : { ...body, input: await chainInput(turns, asked['input']) };
}

/** What is said of a response as soon as it is accepted. */
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

export function encodeEvent(event: ResponseEvent): string {
  return encodeSseEvent({ event: event.type, data: JSON.stringify(event) });
}

export interface EventsQuery {
  /** The last event that the client has seen; -1 where it has seen none. */
  startingAfter: number;
}

/** Whether the events of a response are asked for instead of the response, and from where on. */
export function readEventsQuery(query: Readonly<Record<string, unknown>>): EventsQuery | undefined {
  const { stream = 'false', starting_after: startingAfter } = query;
  if (stream !== 'true' && stream !== 'false') {
    throw new GatewayError('invalid-value', '"stream" must be true or false.', { param: 'stream' });
  }
  if (stream === 'false') return undefined;
  if (startingAfter === undefined) return { startingAfter: -1 };
  if (typeof startingAfter !== 'string' || !/^\d{1,9}$/.test(startingAfter)) {
    throw new GatewayError('invalid-value', '"starting_after" must be the sequence number of an event.', {
      param: 'starting_after',
    });
  }
  return { startingAfter: Number(startingAfter) };
}

/**
 * The events of an answer as events of a response that was promised before: whoever makes the answer may call it by
 * another id, and counts its events from the start.
 */
export class BackgroundEvents {
  /** The whole response, once it has ended. */
  final: JsonObject | undefined;
  /** The items that are whole so far. */
  readonly output: JsonObject[] = [];

  constructor(
    /** The response as it was promised. */
    private readonly promised: JsonObject,
    private nextSequence: number,
  ) {}

  get sequence(): number {
    return this.nextSequence;
  }

  /** Undefined for what was said before. */
  push(event: SseEvent): ResponseEvent | undefined {
    const read = readEvent(event);
    const type = read?.['type'];
    if (read === undefined || typeof type !== 'string' || OPENING_EVENTS.has(type)) return undefined;
    const { item, response } = read;
    if (type === 'response.output_item.done' && isJsonObject(item)) this.output.push(item);
    const named = isJsonObject(response) ? this.rename(response) : undefined;
    if (FINAL_EVENTS.has(type)) this.final = named;
    const sequence = this.nextSequence;
    this.nextSequence += 1;
    return {
      ...read,
      type,
      sequence_number: sequence,
      ...(named === undefined ? {} : { response: named }),
    };
  }

  private rename(response: JsonObject): JsonObject {
    const { id, created_at: createdAt, background, previous_response_id: previousId } = this.promised;
    return {
      ...response,
      id: id ?? null,
      created_at: createdAt ?? null,
      background: background ?? true,
      ...(previousId == null ? {} : { previous_response_id: previousId }),
    };
  }
}
