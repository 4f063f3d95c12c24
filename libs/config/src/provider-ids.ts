export const PROVIDER_IDS = [
  'openai',
  'anthropic',
  'gemini',
  'azure-openai',
  'openai-compatible',
  'ollama',
  'cohere',
  'jina',
  'sandbox',
  'kling',
  'runway',
  'luma',
  'minimax',
  'vidu',
  'seedance',
  'wan',
] as const;

export type ProviderId = (typeof PROVIDER_IDS)[number];
