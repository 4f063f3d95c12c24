import { type ChatEgress } from '../chat-codec.js';
import { ChunkStreamDecoder } from '../openai-dialect/chunk-stream-decoder.js';
import { CompletionChoiceDecoder } from './decode-choice-stream.js';
import { decodeResponse } from './decode-response.js';
import { encodeRequest } from './encode-request.js';

/** For upstreams that complete plain text. */
export const openAiCompletionsEgress: ChatEgress = {
  encodeRequest,
  decodeResponse,
  createStreamDecoder: () => new ChunkStreamDecoder((index) => new CompletionChoiceDecoder(index)),
};
