import { type RequestChange } from '#wire';
import { CACHE_MARKS, OLDER_ROLES } from '../chat-changes.js';
import { preset } from '../preset.js';

/** GLM answers 400 to marks of what to cache (github.com/tombii/better-ccflare/pull/187), wherever they stand. */
const CHAT_CHANGE: RequestChange = {
  without: CACHE_MARKS,
  userIds: { user: 128, user_id: 128 },
  each: {
    messages: { ...OLDER_ROLES, without: CACHE_MARKS, each: { content: { without: CACHE_MARKS } } },
    tools: { without: CACHE_MARKS },
  },
};

/**
 * Read on 2026-11-17: docs.z.ai/guides/develop/openai/python, docs.z.ai/devpack and docs.bigmodel.cn/api-reference. The plan
 * for coding has addresses of its own, and responses, which a channel has to list.
 */
export const zhipu = preset({
  id: 'zhipu',
  label: 'Z.ai, Zhipu (GLM)',
  apiKeyVariable: 'ZAI_API_KEY',
  base: 'https://api.z.ai/api/paas/v4',
  baseHelp:
    'In mainland China https://open.bigmodel.cn/api/paas/v4; with a coding plan https://api.z.ai/api/coding/paas/v4.',
  endings: ['/api/coding/paas/v4', '/api/paas/v4'],
  apart: {
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
  chatHabits: { reasoning: 'thinking', limit: 'max_tokens' },
  changeRequest: (format) => (format === 'openai-chat' ? CHAT_CHANGE : undefined),
  usualModels: ['glm-*', 'cogview-*', 'embedding-*'],
});
