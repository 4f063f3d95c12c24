import { type ChatIngress } from '../chat-codec.js';
import { FIELD_NAMES } from '../openai-dialect/field-names.js';
import { decodeRequest } from './decode-request.js';
import { encodeResponse } from './encode-response.js';
import { CompletionStreamEncoder } from './encode-stream.js';

/** For clients that complete plain text. Fields that they cannot set keep the names of the hub's other clients. */
export const openAiCompletionsIngress: ChatIngress = {
  decodeRequest,
  encodeResponse,
  createStreamEncoder: (context) => new CompletionStreamEncoder(context),
  fieldNames: { ...FIELD_NAMES, maxOutputTokens: 'max_tokens' },
};
