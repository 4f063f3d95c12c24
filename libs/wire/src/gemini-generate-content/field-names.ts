import { type RequestField } from '#canonical';

/** Some are fields that no client of this format can have sent; they stand where it would look for them. */
export const FIELD_NAMES: Readonly<Record<RequestField, string>> = {
  tools: 'tools',
  toolChoice: 'toolConfig.functionCallingConfig',
  allowsParallelCalls: 'toolConfig.functionCallingConfig',
  outputFormat: 'generationConfig.responseMimeType',
  maxOutputTokens: 'generationConfig.maxOutputTokens',
  temperature: 'generationConfig.temperature',
  topP: 'generationConfig.topP',
  topK: 'generationConfig.topK',
  presencePenalty: 'generationConfig.presencePenalty',
  frequencyPenalty: 'generationConfig.frequencyPenalty',
  seed: 'generationConfig.seed',
  stopSequences: 'generationConfig.stopSequences',
  choiceCount: 'generationConfig.candidateCount',
  logprobs: 'generationConfig.responseLogprobs',
  reasoning: 'generationConfig.thinkingConfig',
  verbosity: 'generationConfig',
  userId: 'labels',
  metadata: 'labels',
  serviceTier: 'serviceTier',
  promptCacheKey: 'cachedContent',
};
