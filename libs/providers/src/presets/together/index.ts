import { createPreset } from '../preset.js';

/** Read on 2026-11-17: docs.together.ai/reference and vercel/ai's packages/togetherai of 2026-08-22. */
export const together = createPreset({
  id: 'together',
  label: 'Together AI',
  apiKeyVariable: 'TOGETHER_API_KEY',
  apiKeyPage: 'https://api.together.ai/settings/api-keys',
  base: 'https://api.together.xyz/v1',
  speaks: {
    chat: ['openai-chat', 'openai-completions'],
    embeddings: ['openai-embeddings'],
    'image-generation': ['openai-images'],
    speech: ['openai-speech'],
    transcription: ['openai-transcriptions'],
    'audio-translation': ['openai-audio-translations'],
    rerank: ['jina-rerank'],
  },
  chatHabits: { limit: 'max_tokens' },
  usualModels: [
    'meta-llama/*',
    'Qwen/*',
    'deepseek-ai/*',
    'moonshotai/*',
    'zai-org/*',
    'MiniMaxAI/*',
    'mistralai/*',
    'openai/gpt-oss-*',
    'google/gemma-*',
    'black-forest-labs/*',
    'BAAI/*',
  ],
});
