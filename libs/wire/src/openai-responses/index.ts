import { SSE_KEEP_ALIVE } from '#sse';
import { type ChatEgress, type ChatIngress } from '../chat-codec.js';
import { type PassthroughFormat } from '../wire-format.js';
import { decodeRequest } from './decode-request.js';
import { decodeResponse } from './decode-response.js';
import { ResponseDecoder } from './decode-stream.js';
import { encodeRequest } from './encode-request.js';
import { createStreamEncoder, encodeResponse } from './encode-response.js';
import { FIELD_NAMES } from './field-names.js';
import { ForwardedResponsesRequest } from './forwarded-request.js';
import { readResponse } from './read-response.js';
import { failResponse } from './response-object.js';
import { encodeFailure } from './stream-tap.js';

/** `POST /v1/responses`, in passthrough */
export const openAiResponses: PassthroughFormat = {
  dialect: 'openai',
  readRequest: (body) => ForwardedResponsesRequest.read(body),
  readResponse,
  /** For a stream of which nothing is known; the tap and the encoder know more and say it in `fail`. */
  encodeStreamError: (error) => encodeFailure(failResponse({}, error), 0),
  keepAlive: SSE_KEEP_ALIVE,
};

export const openAiResponsesIngress: ChatIngress = {
  decodeRequest,
  encodeResponse,
  createStreamEncoder,
  fieldNames: FIELD_NAMES,
};

export const openAiResponsesEgress: ChatEgress = {
  encodeRequest,
  decodeResponse,
  createStreamDecoder: () => new ResponseDecoder(),
};
