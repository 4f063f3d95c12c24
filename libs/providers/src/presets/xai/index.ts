import { preset } from '../preset.js';

/**
 * Read on 2026-11-17: docs.x.ai/docs/api-reference. It still lists the Messages format among what is deprecated, and so it is
 * not spoken unless a channel lists it.
 */
export const xAi = preset({
  id: 'xai',
  label: 'xAI (Grok)',
  apiKeyVariable: 'XAI_API_KEY',
  base: 'https://api.x.ai/v1',
  speaks: {
    chat: ['openai-chat', 'openai-responses'],
    'image-generation': ['openai-images'],
  },
  usualModels: ['grok-*'],
});
