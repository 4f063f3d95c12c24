import { JsonDocument } from '#json-scan';
import { SSE_KEEP_ALIVE } from '#sse';
import { type ChatIngress } from '../chat-codec.js';
import { openAiChat, readChatDocument } from '../openai-chat/index.js';
import { openAiResponsesIngress } from '../openai-responses/index.js';
import { type ForwardedRequest, type PassthroughFormat } from '../wire-format.js';
import { decodeRequest } from './decode-request.js';
import { createStreamEncoder, encodeResponse } from './encode-response.js';
import { ForwardedInputRequest, isInputBody } from './forwarded-request.js';

/** `POST /v1/chat/completions`. Some clients send it the body of a Responses request. */
export function readChatRequest(body: Buffer): ForwardedRequest {
  const document = JsonDocument.scan(body);
  return isInputBody(document) ? ForwardedInputRequest.read(document) : readChatDocument(document);
}

/**
 * A Responses request whose response is Chat Completions. Upstreams do not support this, so it is always translated.
 */
export const openAiChatInput = {
  dialect: 'openai',
  readRequest: (body) => ForwardedInputRequest.read(JsonDocument.scan(body)),
  readResponse: openAiChat.readResponse,
  encodeStreamError: openAiChat.encodeStreamError,
  keepAlive: SSE_KEEP_ALIVE,
} satisfies PassthroughFormat;

export const openAiChatInputIngress: ChatIngress = {
  ...openAiResponsesIngress,
  decodeRequest,
  encodeResponse,
  createStreamEncoder,
};
