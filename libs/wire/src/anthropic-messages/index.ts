import { type GatewayError } from '#canonical';
import { encodeSseEvent } from '#sse';
import { type ChatEgress, type ChatIngress } from '../chat-codec.js';
import { encodeError } from '../errors/encode-error.js';
import { type PassthroughFormat } from '../wire-format.js';
import { decodeCountTokens, encodeCountTokens } from './count-tokens.js';
import { decodeRequest } from './decode-request.js';
import { decodeResponse } from './decode-response.js';
import { MessageStreamDecoder } from './decode-stream.js';
import { encodeEvent } from './encode-event.js';
import { encodeRequest } from './encode-request.js';
import { encodeResponse } from './encode-response.js';
import { MessageStreamEncoder } from './encode-stream.js';
import { FIELD_NAMES } from './field-names.js';
import { ForwardedMessagesRequest } from './forwarded-request.js';
import { readResponse } from './read-response.js';

/** `POST /v1/messages`, where the request goes on as it came. */
export const anthropicMessages: PassthroughFormat = {
  dialect: 'anthropic',
  readRequest: (body) => ForwardedMessagesRequest.read(body),
  readResponse,
  encodeStreamError,
  keepAlive: encodeEvent('ping'),
  forwardedHeaders: ['anthropic-version', 'anthropic-beta'],
};

export const anthropicMessagesIngress: ChatIngress = {
  decodeRequest,
  encodeResponse,
  createStreamEncoder: (context) => new MessageStreamEncoder(context),
  fieldNames: FIELD_NAMES,
};

export const anthropicMessagesEgress: ChatEgress = {
  encodeRequest,
  decodeResponse,
  createStreamDecoder: () => new MessageStreamDecoder(),
};

/** `POST /v1/messages/count_tokens` */
export const anthropicMessagesTokenCounter = { decode: decodeCountTokens, encode: encodeCountTokens };

function encodeStreamError(error: GatewayError, requestId = ''): string {
  return encodeSseEvent({
    event: 'error',
    data: JSON.stringify(encodeError(error, 'anthropic', requestId).body),
  });
}
