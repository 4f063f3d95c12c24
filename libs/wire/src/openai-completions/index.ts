import { SSE_KEEP_ALIVE } from '#sse';
import { encodeStreamError, readAnswer } from '../openai-dialect/answer.js';
import { ForwardedChunkRequest } from '../openai-dialect/forwarded-request.js';
import { type PassthroughFormat } from '../wire-format.js';
import { validateCompletionRequest } from './validate-request.js';

export { openAiCompletionsEgress } from './egress.js';
export { openAiCompletionsIngress } from './ingress.js';

/** `POST /v1/completions` */
export const openAiCompletions = {
  dialect: 'openai',
  readRequest: (body) => ForwardedChunkRequest.read(body, validateCompletionRequest),
  readResponse: readAnswer,
  encodeStreamError,
  keepAlive: SSE_KEEP_ALIVE,
} satisfies PassthroughFormat;
