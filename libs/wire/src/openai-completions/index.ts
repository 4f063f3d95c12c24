import { SSE_KEEP_ALIVE } from '#sse';
import { type ChatEgress, type ChatIngress } from '../chat-codec.js';
import { JsonDocument } from '../json-scan/json-document.js';
import { encodeStreamError, readAnswer } from '../openai-dialect/answer.js';
import { ChunkStreamDecoder } from '../openai-dialect/chunk-stream.js';
import { FIELD_NAMES } from '../openai-dialect/field-names.js';
import { ForwardedChunkRequest } from '../openai-dialect/forwarded-request.js';
import { type PassthroughFormat } from '../wire-format.js';
import {
  CompletionChoiceDecoder,
  CompletionStreamEncoder,
  decodeResponse,
  encodeResponse,
} from './answer.js';
import { decodeRequest, encodeRequest } from './request.js';
import { validateCompletionRequest } from './validate-request.js';

/** `POST /v1/completions` */
export const openAiCompletions = {
  dialect: 'openai',
  readRequest: (body) => ForwardedChunkRequest.read(JsonDocument.scan(body), validateCompletionRequest),
  readResponse: readAnswer,
  encodeStreamError,
  keepAlive: SSE_KEEP_ALIVE,
} satisfies PassthroughFormat;

/** For clients that complete plain text. Fields that they cannot set keep the names of the hub's other clients. */
export const openAiCompletionsIngress: ChatIngress = {
  decodeRequest,
  encodeResponse,
  createStreamEncoder: (context) => new CompletionStreamEncoder(context),
  fieldNames: { ...FIELD_NAMES, maxOutputTokens: 'max_tokens' },
};

/** For upstreams that complete plain text. */
export const openAiCompletionsEgress: ChatEgress = {
  encodeRequest,
  decodeResponse,
  createStreamDecoder: () => new ChunkStreamDecoder((index) => new CompletionChoiceDecoder(index)),
};
