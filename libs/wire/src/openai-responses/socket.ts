import { type GatewayError, type JsonObject } from '#canonical';
import { encodeError } from '../errors/encode-error.js';
import { RequestObject } from '../validation/request-object.js';
import { unsupported, wrongValue } from '../validation/faults.js';
import { createResponseObject } from './response-object.js';

/** A request that arrived over a WebSocket. */
export interface SocketRequest {
  /** The body of the equivalent POST request with `stream`. */
  body: JsonObject;
  /** The client's id for the stream of events. */
  streamId: string | undefined;
  /** False if the request only stores its conversation, without generating a response. */
  isGenerated: boolean;
}

/** Throws a GatewayError that names the invalid parameter. */
export function readSocketRequest(event: JsonObject): SocketRequest {
  const request = new RequestObject(event);
  if (request.requiredString('type') !== 'response.create')
    throw wrongValue('type', 'must be response.create');
  if (request.boolean('background')) throw unsupported('background', 'is not supported over a WebSocket');
  const { type: _type, stream_id: _streamId, generate: _generate, ...body } = event;
  return {
    body: { ...body, stream: true },
    streamId: request.string('stream_id'),
    isGenerated: request.boolean('generate') ?? true,
  };
}

/** The events of a request that generates no response. They repeat its settings, so they can be large. */
export function buildWarmUpEvents({ body, streamId }: SocketRequest, requestId: string): JsonObject[] {
  const model = typeof body['model'] === 'string' ? body['model'] : '';
  const head = { createdAtSeconds: Math.floor(Date.now() / 1000) };
  const response = createResponseObject({ request: { model }, body, requestId }, head);
  const stream: JsonObject = streamId === undefined ? {} : { stream_id: streamId };
  return [
    { type: 'response.created', sequence_number: 0, response, ...stream },
    {
      type: 'response.completed',
      sequence_number: 1,
      response: { ...response, status: 'completed' },
      ...stream,
    },
  ];
}

/** Encodes an event of a stream as a frame. */
export function encodeSocketEvent(data: string, streamId: string | undefined): string {
  if (streamId === undefined) return data;
  // Added at the end of the object, because an event can be too large to be parsed for that.
  const end = data.lastIndexOf('}');
  if (end === -1) return data;
  const isEmpty = data.slice(0, end).trim() === '{';
  return `${data.slice(0, end)}${isEmpty ? '' : ','}"stream_id":${JSON.stringify(streamId)}}`;
}

/** Encodes the error of a request. The connection remains open. */
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
