import { preset } from '../preset.js';

/** Read on 2026-11-17: docs.api.nvidia.com/nim/reference. Its rankings are at another host, and in a form of their own. */
export const nvidia = preset({
  id: 'nvidia',
  label: 'NVIDIA NIM',
  apiKeyVariable: 'NVIDIA_API_KEY',
  base: 'https://integrate.api.nvidia.com/v1',
  baseHelp: 'A container of your own usually is at http://127.0.0.1:8000/v1.',
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
