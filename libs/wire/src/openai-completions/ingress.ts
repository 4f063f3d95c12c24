import { type ChatIngress } from '../chat-codec.js';
import { decodeRequest } from './decode-request.js';
import { encodeResponse } from './encode-response.js';
import { CompletionStreamEncoder } from './encode-stream.js';

/** For clients that complete plain text. Fields that they cannot set keep the names of the hub's other clients. */
export const openAiCompletionsIngress: ChatIngress = {
  decodeRequest,
  encodeResponse,
  createStreamEncoder: (context) => new CompletionStreamEncoder(context),
  fieldNames: {
    tools: 'tools',
    toolChoice: 'tool_choice',
    allowsParallelCalls: 'parallel_tool_calls',
    outputFormat: 'response_format',
    maxOutputTokens: 'max_tokens',
    temperature: 'temperature',
    topP: 'top_p',
    topK: 'top_k',
    presencePenalty: 'presence_penalty',
    frequencyPenalty: 'frequency_penalty',
    seed: 'seed',
    stopSequences: 'stop',
    choiceCount: 'n',
    logprobs: 'logprobs',
    reasoning: 'reasoning_effort',
    verbosity: 'verbosity',
    userId: 'user',
    metadata: 'metadata',
    serviceTier: 'service_tier',
    promptCacheKey: 'prompt_cache_key',
  },
};
