import { type ChatIngress } from '../chat-codec.js';

/** The parameters of this dialect by canonical field. */
export const FIELD_NAMES: ChatIngress['fieldNames'] = {
  tools: 'tools',
  webSearch: 'tools',
  toolChoice: 'tool_choice',
  allowsParallelCalls: 'parallel_tool_calls',
  outputFormat: 'response_format',
  maxOutputTokens: 'max_completion_tokens',
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
};
