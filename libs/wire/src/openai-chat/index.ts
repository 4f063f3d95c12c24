import { JsonDocument } from '#json-scan';
import { SSE_KEEP_ALIVE } from '#sse';
import { type ChatEgress, type ChatIngress } from '../chat-codec.js';
import { encodeStreamError, readResponse } from '../openai-dialect/response.js';
import { ChunkStreamDecoder } from '../openai-dialect/chunk-stream.js';
import { FIELD_NAMES } from '../openai-dialect/field-names.js';
import { ForwardedChunkRequest } from '../openai-dialect/forwarded-request.js';
import { type PassthroughFormat } from '../wire-format.js';
import { ChoiceStreamDecoder } from './decode-stream.js';
import { decodeRequest } from './decode-request.js';
import { decodeResponse } from './decode-response.js';
import { encodeRequest } from './encode-request.js';
import { encodeResponse } from './encode-response.js';
import { ChatStreamEncoder } from './encode-stream.js';
import { validateChatRequest } from './validate-request.js';

/** `POST /v1/chat/completions` */
export const openAiChat = {
  dialect: 'openai',
  readRequest: (body) => readChatDocument(JsonDocument.scan(body)),
  readResponse,
  encodeStreamError,
  keepAlive: SSE_KEEP_ALIVE,
} satisfies PassthroughFormat;

export function readChatDocument(document: JsonDocument): ForwardedChunkRequest {
  return ForwardedChunkRequest.read(document, validateChatRequest);
}

/** For clients of chat completions. */
export const openAiChatIngress: ChatIngress = {
  decodeRequest,
  encodeResponse,
  createStreamEncoder: (context) => new ChatStreamEncoder(context),
  fieldNames: FIELD_NAMES,
};

/** For upstreams of chat completions. */
export const openAiChatEgress: ChatEgress = {
  encodeRequest,
  decodeResponse,
  createStreamDecoder: (habits) =>
    new ChunkStreamDecoder((index, responseId) => new ChoiceStreamDecoder(index, responseId, habits)),
};
