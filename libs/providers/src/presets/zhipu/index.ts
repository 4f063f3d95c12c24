import { type RequestChange } from '#wire';
import { CACHE_MARKERS, LEGACY_ROLES } from '../chat-changes.js';
import { createPreset } from '../preset.js';

/** GLM returns 400 for cache breakpoints in any position (github.com/tombii/better-ccflare/pull/187). */
const CHAT_CHANGE: RequestChange = {
  without: CACHE_MARKERS,
  userIds: { user: 128, user_id: 128 },
  each: {
    messages: { ...LEGACY_ROLES, without: CACHE_MARKERS, each: { content: { without: CACHE_MARKERS } } },
    tools: { without: CACHE_MARKERS },
  },
};

/**
 * Read on 2026-11-17: docs.z.ai/guides/develop/openai/python, docs.z.ai/devpack and docs.bigmodel.cn/api-reference.
 * The coding plan has its own URLs, and Responses, which a channel has to list.
 */
export const zhipu = createPreset({
  id: 'zhipu',
  label: 'Z.ai, Zhipu (GLM)',
  apiKeyVariable: 'ZAI_API_KEY',
  apiKeyPage: 'https://z.ai/manage-apikey/apikey-list',
  base: 'https://api.z.ai/api/paas/v4',
  baseHelp:
    'In mainland China: https://open.bigmodel.cn/api/paas/v4. With a coding plan: https://api.z.ai/api/coding/paas/v4.',
  endings: ['/api/coding/paas/v4', '/api/paas/v4'],
  rootPaths: {
    'anthropic-messages': '/api/anthropic/v1/messages',
    'openai-responses': '/api/v1/responses',
  },
  speaks: {
    chat: ['openai-chat', 'anthropic-messages'],
    embeddings: ['openai-embeddings'],
    'image-generation': ['openai-images'],
    speech: ['openai-speech'],
    transcription: ['openai-transcriptions'],
    rerank: ['jina-rerank'],
  },
  chatHabits: { reasoning: 'thinking', limit: 'max_tokens', finishReasons: { sensitive: 'content-filter' } },
  changeRequest: (format) => (format === 'openai-chat' ? CHAT_CHANGE : undefined),
  usualModels: ['glm-*', 'cogview-*', 'embedding-*'],
});
