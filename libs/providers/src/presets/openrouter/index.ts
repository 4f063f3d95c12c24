import { createPreset } from '../preset.js';

/**
 * Read on 2026-11-17: openrouter.ai/docs/api-reference/overview, …/docs/use-cases/usage-accounting and
 * …/docs/app-attribution. The usage of every response contains the cost.
 */
export const openRouter = createPreset({
  id: 'openrouter',
  label: 'OpenRouter',
  apiKeyVariable: 'OPENROUTER_API_KEY',
  apiKeyPage: 'https://openrouter.ai/settings/keys',
  base: 'https://openrouter.ai/api/v1',
  speaks: {
    chat: ['openai-chat', 'openai-responses', 'anthropic-messages', 'openai-completions'],
    embeddings: ['openai-embeddings'],
    speech: ['openai-speech'],
    rerank: ['jina-rerank'],
  },
  // The application in OpenRouter's statistics: a URL, and a title for URLs without a public site. A channel may set
  // its own.
  headers: { 'http-referer': 'http://localhost', 'x-title': 'Modelgate' },
  changeRequest: (format) => (format === 'openai-chat' ? { userIds: { user: 128 } } : undefined),
  usualModels: [
    'openrouter/*',
    'openai/*',
    'anthropic/*',
    'google/*',
    'meta-llama/*',
    'mistralai/*',
    'deepseek/*',
    'qwen/*',
    'x-ai/*',
    'moonshotai/*',
    'z-ai/*',
    'minimax/*',
    'cohere/*',
    'perplexity/*',
    'amazon/*',
  ],
});
