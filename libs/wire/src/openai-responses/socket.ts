import { type GatewayError, type JsonObject } from '#canonical';
import { encodeError } from '../errors/encode-error.js';
import { RequestObject } from '../validation/request-object.js';
import { unsupported, wrongValue } from '../validation/faults.js';
import { createResponseObject } from './response-object.js';

/** A request that came over a WebSocket. */
export interface SocketRequest {
  /** As it would have been posted, to be answered in a stream. */
  body: JsonObject;
  /** What the client tells the answers to its requests by. */
  streamId: string | undefined;
  /** Whether a model is to answer; otherwise the conversation is only remembered. */
  isGenerated: boolean;
}

/** Throws a GatewayError that names what is wrong with the frame. */
export function readSocketRequest(event: JsonObject): SocketRequest {
  const request = new RequestObject(event);
  if (request.requiredString('type') !== 'response.create')
    throw wrongValue('type', 'must be response.create');
  if (request.boolean('background')) throw unsupported('background', 'must not be true on a WebSocket');
  const { type: _type, stream_id: _streamId, generate: _generate, ...body } = event;
  return {
    body: { ...body, stream: true },
    streamId: request.string('stream_id'),
    isGenerated: request.boolean('generate') ?? true,
  };
}

/** The answer to a request that no model is to answer. */
export function encodeWarmUp({ body, streamId }: SocketRequest, requestId: string): string[] {
  const model = typeof body['model'] === 'string' ? body['model'] : '';
  const head = { createdAtSeconds: Math.floor(Date.now() / 1000) };
  const response = createResponseObject({ request: { model }, body, requestId }, head);
  const events = [
    { type: 'response.created', sequence_number: 0, response },
    { type: 'response.completed', sequence_number: 1, response: { ...response, status: 'completed' } },
  ];
  return events.map((event) => encodeSocketEvent(JSON.stringify(event), streamId));
}

/** An event of a stream as a frame. */
export function encodeSocketEvent(data: string, streamId: string | undefined): string {
  if (streamId === undefined) return data;
  return JSON.stringify({ ...(JSON.parse(data) as JsonObject), stream_id: streamId });
}

/** Why a request was not answered. The connection goes on. */
export function encodeSocketError(
  error: GatewayError,
  requestId: string,
  streamId: string | undefined,
): string {
  const { status, headers, body } = encodeError(error, 'openai', requestId);
  return JSON.stringify({
    type: 'error',
    status,
    ...body,
    headers,
    ...(streamId === undefined ? {} : { stream_id: streamId }),
  });
}
