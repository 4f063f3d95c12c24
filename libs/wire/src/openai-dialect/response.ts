import { GatewayError, type JsonObject, type Usage } from '#canonical';
import { readJsonResponse } from '#json-scan';
import { encodeSseEvent } from '#sse';
import { encodeError } from '../errors/encode-error.js';
import { readUsage } from './usage.js';

interface ResponseHead {
  id: string;
  model: string;
  createdAtSeconds: number;
}

/** Checks a complete response that is forwarded, and reads its usage. */
export function readResponse(body: Uint8Array): { usage: Usage | undefined } {
  const response = readJsonResponse(body);
  if (!response?.has('choices', 'array')) {
    throw new GatewayError(
      'upstream-bad-response',
      'The provider returned a response that could not be parsed.',
    );
  }
  return { usage: readUsage(response.value('usage'), response.value('service_tier')) };
}

/** The event that ends a failed stream. */
export function encodeStreamError(error: GatewayError): string {
  return encodeSseEvent({ data: JSON.stringify(buildStreamErrorBody(error)) });
}

/** After the first byte, all upstream errors have the same code, because the response was interrupted. */
export function buildStreamErrorBody(error: GatewayError): object {
  if (error.source !== 'upstream') return encodeError(error, 'openai', '').body;
  return {
    error: { message: error.message, type: 'server_error', param: null, code: 'upstream_stream_error' },
  };
}

/** The common members of responses. Clients recognize the kind of a response by the prefix of its id. */
export function buildResponseHead(
  { id, model, createdAtSeconds }: ResponseHead,
  { prefix, requestId }: { prefix: string; requestId: string },
): JsonObject {
  return {
    id: id.startsWith(prefix) ? id : `${prefix}${requestId.replace(/^req_/, '')}`,
    created: createdAtSeconds > 0 ? createdAtSeconds : Math.floor(Date.now() / 1000),
    model,
  };
}
