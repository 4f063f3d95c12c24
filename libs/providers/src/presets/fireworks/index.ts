import { createPreset } from '../preset.js';

/** Read on 2026-11-17: docs.fireworks.ai/tools-sdks/anthropic-compatibility, …/nexus/apis-and-sdks and the API reference. */
export const fireworks = createPreset({
  id: 'fireworks',
  label: 'Fireworks AI',
  apiKeyVariable: 'FIREWORKS_API_KEY',
  apiKeyPage: 'https://app.fireworks.ai/settings/users/api-keys',
  base: 'https://api.fireworks.ai/inference/v1',
  speaks: {
    chat: ['openai-chat', 'openai-responses', 'anthropic-messages', 'openai-completions'],
    embeddings: ['openai-embeddings'],
    rerank: ['jina-rerank'],
  },
  usualModels: ['accounts/fireworks/*'],
});
