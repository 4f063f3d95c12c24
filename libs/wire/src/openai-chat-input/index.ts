import { SSE_KEEP_ALIVE } from '#sse';
import { type ChatIngress } from '../chat-codec.js';
import { JsonDocument } from '../json-scan/json-document.js';
import { openAiChat, readChatDocument } from '../openai-chat/index.js';
import { openAiResponsesIngress } from '../openai-responses/index.js';
import { type ForwardedRequest, type PassthroughFormat } from '../wire-format.js';
import { decodeRequest } from './decode-request.js';
import { createStreamEncoder, encodeResponse } from './encode-answer.js';
import { ForwardedInputRequest, isInputBody } from './forwarded-request.js';

/** `POST /v1/chat/completions`, to which some clients send the body of a request for a response. */
export function readChatRequest(body: Buffer): ForwardedRequest {
  const document = JsonDocument.scan(body);
  return isInputBody(document) ? ForwardedInputRequest.read(document) : readChatDocument(document);
}

/** The body of a request for a response, answered as chat. No upstream speaks this, so it is always translated. */
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
