import { createPreset } from '../preset.js';

/** Read on 2026-11-17: huggingface.co/docs/inference-providers/tasks/chat-completion and …/guides/responses-api. */
export const huggingFace = createPreset({
  id: 'huggingface',
  label: 'Hugging Face',
  apiKeyVariable: 'HF_TOKEN',
  apiKeyPage: 'https://huggingface.co/settings/tokens',
  base: 'https://router.huggingface.co/v1',
  speaks: { chat: ['openai-chat', 'openai-responses'] },
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
    'HuggingFaceTB/*',
  ],
});
