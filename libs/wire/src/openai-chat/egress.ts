import { type ChatEgress } from '../chat-codec.js';
import { ChunkStreamDecoder } from '../openai-dialect/chunk-stream-decoder.js';
import { ChoiceStreamDecoder } from './decode-choice-stream.js';
import { decodeResponse } from './decode-response.js';
import { encodeRequest } from './encode-request.js';

/** For upstreams that speak chat completions. */
export const openAiChatEgress: ChatEgress = {
  encodeRequest,
  decodeResponse,
  createStreamDecoder: () =>
    new ChunkStreamDecoder((index, responseId) => new ChoiceStreamDecoder(index, responseId)),
};
