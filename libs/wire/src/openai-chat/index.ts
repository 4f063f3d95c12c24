import { SSE_KEEP_ALIVE } from '#sse';
import { encodeStreamError, readAnswer } from '../openai-dialect/answer.js';
import { ForwardedChunkRequest } from '../openai-dialect/forwarded-request.js';
import { type PassthroughFormat } from '../wire-format.js';
import { validateChatRequest } from './validate-request.js';

export { openAiChatEgress } from './egress.js';
export { openAiChatIngress } from './ingress.js';

/** `POST /v1/chat/completions` */
export const openAiChat = {
  dialect: 'openai',
  readRequest: (body) => ForwardedChunkRequest.read(body, validateChatRequest),
  readResponse: readAnswer,
  encodeStreamError,
  keepAlive: SSE_KEEP_ALIVE,
} satisfies PassthroughFormat;
