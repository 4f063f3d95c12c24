import { createPreset } from '../preset.js';

/**
 * Read on 2026-11-17: docs.x.ai/docs/api-reference. The Messages format is deprecated, so it is used only if a
 * channel lists it.
 */
export const xAi = createPreset({
  id: 'xai',
  label: 'xAI (Grok)',
  apiKeyVariable: 'XAI_API_KEY',
  apiKeyPage: 'https://console.x.ai/team/default/api-keys',
  base: 'https://api.x.ai/v1',
  speaks: {
    chat: ['openai-chat', 'openai-responses'],
    'image-generation': ['openai-images'],
  },
  usualModels: ['grok-*'],
});
