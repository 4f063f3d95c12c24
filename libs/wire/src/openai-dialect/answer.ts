import { GatewayError, type JsonObject, type Usage } from '#canonical';
import { encodeSseEvent } from '#sse';
import { encodeError } from '../errors/encode-error.js';
import { readJsonAnswer } from '../json-scan/json-answer.js';
import { readUsage } from './usage.js';

interface Answer {
  id: string;
  model: string;
  createdAtSeconds: number;
}

/** Reads a whole answer as far as passing it on needs. */
export function readAnswer(body: Uint8Array): { usage: Usage | undefined } {
  const response = readJsonAnswer(body);
  if (!response?.has('choices', 'array')) {
    throw new GatewayError('upstream-bad-response', 'The model service sent an answer that cannot be read.');
  }
  return { usage: readUsage(response.value('usage'), response.value('service_tier')) };
}

/** The event that ends a broken stream. */
export function encodeStreamError(error: GatewayError): string {
  return encodeSseEvent({ data: JSON.stringify(streamErrorBody(error)) });
}

/** After the first byte every fault of the upstream is one condition to the client: the answer broke off. */
export function streamErrorBody(error: GatewayError): object {
  if (error.source !== 'upstream') return encodeError(error, 'openai', '').body;
  return {
    error: { message: error.message, type: 'server_error', param: null, code: 'upstream_stream_error' },
  };
}

/** Who answers, and when. Clients and their tools know an answer by how its id begins. */
export function answerHead(
  { id, model, createdAtSeconds }: Answer,
  { prefix, requestId }: { prefix: string; requestId: string },
): JsonObject {
  return {
    id: id.startsWith(prefix) ? id : `${prefix}${requestId.replace(/^req_/, '')}`,
    created: createdAtSeconds > 0 ? createdAtSeconds : Math.floor(Date.now() / 1000),
    model,
  };
}
