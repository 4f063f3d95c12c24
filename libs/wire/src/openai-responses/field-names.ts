import { type RequestField } from '#canonical';

/** What clients of this format call the fields of the hub; what it lacks is called as in the sister format. */
export const FIELD_NAMES: Readonly<Record<RequestField, string>> = {
  tools: 'tools',
  toolChoice: 'tool_choice',
  allowsParallelCalls: 'parallel_tool_calls',
  outputFormat: 'text.format',
  maxOutputTokens: 'max_output_tokens',
  temperature: 'temperature',
  topP: 'top_p',
  topK: 'top_k',
  presencePenalty: 'presence_penalty',
  frequencyPenalty: 'frequency_penalty',
  seed: 'seed',
  stopSequences: 'stop',
  choiceCount: 'n',
  logprobs: 'top_logprobs',
  reasoning: 'reasoning',
  verbosity: 'text.verbosity',
  userId: 'user',
  metadata: 'metadata',
  serviceTier: 'service_tier',
  promptCacheKey: 'prompt_cache_key',
};
