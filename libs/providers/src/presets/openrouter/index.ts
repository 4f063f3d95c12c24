import { preset } from '../preset.js';

/**
 * Read on 2026-11-17: openrouter.ai/docs/api-reference/overview, …/docs/use-cases/usage-accounting and
 * …/docs/app-attribution. What a request cost is in the usage of every answer, without being asked for.
 */
export const openRouter = preset({
  id: 'openrouter',
  label: 'OpenRouter',
  apiKeyVariable: 'OPENROUTER_API_KEY',
  base: 'https://openrouter.ai/api/v1',
  speaks: {
    chat: ['openai-chat', 'openai-responses', 'anthropic-messages', 'openai-completions'],
    embeddings: ['openai-embeddings'],
    speech: ['openai-speech'],
    rerank: ['jina-rerank'],
  },
  // Which application its figures count a request for: an address, and a title for those that are nobody's. A channel may
  // name its own.
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
