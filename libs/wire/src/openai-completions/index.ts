import { JsonDocument } from '#json-scan';
import { SSE_KEEP_ALIVE } from '#sse';
import { type ChatEgress, type ChatIngress } from '../chat-codec.js';
import { encodeStreamError, readResponse } from '../openai-dialect/response.js';
import { ChunkStreamDecoder } from '../openai-dialect/chunk-stream.js';
import { FIELD_NAMES } from '../openai-dialect/field-names.js';
import { ForwardedChunkRequest } from '../openai-dialect/forwarded-request.js';
import { type PassthroughFormat } from '../wire-format.js';
import {
  CompletionChoiceDecoder,
  CompletionStreamEncoder,
  decodeResponse,
  encodeResponse,
} from './response.js';
import { decodeRequest, encodeRequest } from './request.js';
import { validateCompletionRequest } from './validate-request.js';

/** `POST /v1/completions` */
export const openAiCompletions = {
  dialect: 'openai',
  readRequest: (body) => ForwardedChunkRequest.read(JsonDocument.scan(body), validateCompletionRequest),
  readResponse,
  encodeStreamError,
  keepAlive: SSE_KEEP_ALIVE,
} satisfies PassthroughFormat;

/** For clients of text completions. Fields that they cannot set have the names of the chat format. */
export const openAiCompletionsIngress: ChatIngress = {
  decodeRequest,
  encodeResponse,
  createStreamEncoder: (context) => new CompletionStreamEncoder(context),
  fieldNames: { ...FIELD_NAMES, maxOutputTokens: 'max_tokens' },
};

/** For upstreams of text completions. */
export const openAiCompletionsEgress: ChatEgress = {
  encodeRequest,
  decodeResponse,
  createStreamDecoder: () => new ChunkStreamDecoder((index) => new CompletionChoiceDecoder(index)),
};
