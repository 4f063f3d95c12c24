import { type GatewayError, type JsonObject, getRequestTexts } from '#canonical';
import { type ChatEgress, type ChatIngress } from '../chat-codec.js';
import { type RouteHints } from '../route-hints.js';
import { type PassthroughFormat } from '../wire-format.js';
import { decodeCountTokensRequest, encodeCountTokensResponse } from './count-tokens.js';
import { decodeRequest } from './decode-request.js';
import { decodeResponse } from './decode-response.js';
import { GeminiStreamDecoder } from './decode-stream.js';
import { encodeRequest } from './encode-request.js';
import { encodeResponse } from './encode-response.js';
import { GeminiStreamEncoder } from './encode-stream.js';
import { FIELD_NAMES } from './field-names.js';
import { ForwardedGeminiRequest } from './forwarded-request.js';
import { readResponse } from './read-response.js';
import { streamErrorChunk } from './stream-error.js';
import { asksForEvents, eventFraming } from './stream-framing.js';

export { parseModelPath } from './parse-model-path.js';

/** `POST /v1beta/models/{model}:generateContent` and `:streamGenerateContent` */
export const geminiIngress: ChatIngress = {
  decodeRequest: (body, hints) => decodeRequest(body, hints),
  encodeResponse: (response) => encodeResponse(response),
  createStreamEncoder: (context) => new GeminiStreamEncoder(context),
  fieldNames: FIELD_NAMES,
};

export const geminiEgress: ChatEgress = {
  encodeRequest,
  decodeResponse,
  createStreamDecoder: () => new GeminiStreamDecoder(),
};

/** `…:generateContent` and `…:streamGenerateContent`, where the request goes on as it came. */
export const gemini: PassthroughFormat = {
  dialect: 'google',
  readRequest: (body, hints = {}) => ForwardedGeminiRequest.read(body, hints),
  readResponse,
  encodeStreamError,
  /** Any comment breaks some clients; an empty line means nothing to all of them. */
  keepAlive: '\n',
  streamContentType: (hints) => (asksForEvents(hints) ? 'text/event-stream' : 'application/json'),
};

/** `…:countTokens` */
export const geminiTokenCounter = {
  decode: (body: JsonObject, hints: RouteHints) => {
    const { value } = decodeCountTokensRequest(body, hints);
    return { model: value.model, texts: getRequestTexts(value) };
  },
  encode: (inputTokens: number) => encodeCountTokensResponse({ inputTokens }),
};

/** For a stream of events. A stream that is one JSON array is closed by its encoder or tap, which know its state. */
function encodeStreamError(error: GatewayError): string {
  return eventFraming.chunk(streamErrorChunk(error));
}
