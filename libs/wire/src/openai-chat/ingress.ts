import { type ChatIngress } from '../chat-codec.js';
import { FIELD_NAMES } from '../openai-dialect/field-names.js';
import { decodeRequest } from './decode-request.js';
import { encodeResponse } from './encode-response.js';
import { ChatStreamEncoder } from './encode-stream.js';

/** For clients that speak chat completions. */
export const openAiChatIngress: ChatIngress = {
  decodeRequest,
  encodeResponse,
  createStreamEncoder: (context) => new ChatStreamEncoder(context),
  fieldNames: FIELD_NAMES,
};
