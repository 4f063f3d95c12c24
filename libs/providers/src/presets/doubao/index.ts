import { createPreset } from '../preset.js';

/**
 * Read on 2026-11-17: volcengine.com/docs/82379 (Ark). The Messages format belongs to the coding plan with the base
 * https://ark.cn-beijing.volces.com/api/coding/v3; a channel has to list it.
 */
export const doubao = createPreset({
  id: 'doubao',
  label: 'Doubao (Volcengine Ark)',
  apiKeyVariable: 'ARK_API_KEY',
  apiKeyPage: 'https://console.volcengine.com/ark',
  base: 'https://ark.cn-beijing.volces.com/api/v3',
  baseHelp: 'Outside mainland China: https://ark.ap-southeast.bytepluses.com/api/v3.',
  endings: ['/api/coding/v3', '/api/v3'],
  rootPaths: { 'anthropic-messages': '/api/coding/v1/messages' },
  speaks: {
    chat: ['openai-chat', 'openai-responses'],
    embeddings: ['openai-embeddings'],
    'image-generation': ['openai-images'],
  },
  chatHabits: { reasoning: 'thinking-and-effort' },
  changeRequest: (format) => (format === 'openai-chat' ? { userIds: { user: 128 } } : undefined),
  usualModels: ['doubao-*', 'ep-*'],
});
