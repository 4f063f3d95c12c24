import { GatewayError, type JsonObject } from '#canonical';
import { encodeSseEvent } from '#sse';
import { toResponseId } from './minted-ids.js';
import { createResponseObject, failResponse } from './response-object.js';
import { type ResponseEvent } from './response-writer.js';
import { type StoredTurn, chainInput } from './state.js';

export { BackgroundEvents } from './background-events.js';
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
  turns: StoredTurn[];
}

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
export function foregroundBody({ asked, turns }: Pick<AskedInBackground, 'asked' | 'turns'>): JsonObject {
  const { background: _background, ...body } = asked;
  return turns.length === 0 ? body : { ...body, input: chainInput(turns, asked['input']) };
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
