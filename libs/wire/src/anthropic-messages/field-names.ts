import { type RequestField } from '#canonical';

/** What a client of this format calls each field of the hub. Those without a name of its own it can never send. */
export const FIELD_NAMES: Readonly<Record<RequestField, string>> = {
  tools: 'tools',
  toolChoice: 'tool_choice',
  allowsParallelCalls: 'tool_choice.disable_parallel_tool_use',
  outputFormat: 'output_config.format',
  maxOutputTokens: 'max_tokens',
  temperature: 'temperature',
  topP: 'top_p',
  topK: 'top_k',
  presencePenalty: 'presence_penalty',
  frequencyPenalty: 'frequency_penalty',
  seed: 'seed',
  stopSequences: 'stop_sequences',
  choiceCount: 'n',
  logprobs: 'logprobs',
  reasoning: 'thinking',
  verbosity: 'verbosity',
  userId: 'metadata.user_id',
  metadata: 'metadata',
  serviceTier: 'service_tier',
  promptCacheKey: 'prompt_cache_key',
};
