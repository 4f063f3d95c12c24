import { createPreset } from '../preset.js';

/** Read on 2026-11-17: docs.api.nvidia.com/nim/reference. Rerank has another host and another format. */
export const nvidia = createPreset({
  id: 'nvidia',
  label: 'NVIDIA NIM',
  apiKeyVariable: 'NVIDIA_API_KEY',
  apiKeyPage: 'https://build.nvidia.com/settings/api-keys',
  base: 'https://integrate.api.nvidia.com/v1',
  baseHelp: 'Your own container is usually at http://127.0.0.1:8000/v1.',
  speaks: { chat: ['openai-chat', 'openai-completions'], embeddings: ['openai-embeddings'] },
  chatHabits: { limit: 'max_tokens' },
  usualModels: [
    'nvidia/*',
    'meta/*',
    'mistralai/*',
    'deepseek-ai/*',
    'qwen/*',
    'moonshotai/*',
    'z-ai/*',
    'minimaxai/*',
    'openai/gpt-oss-*',
  ],
});
