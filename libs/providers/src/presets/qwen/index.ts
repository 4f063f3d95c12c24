import { createPreset } from '../preset.js';

/** Open models whose reasoning can be disabled. While it is enabled, they only respond in streams. */
const REASONS_ONLY_IN_STREAMS = /^qwen3-\d{1,3}(?:\.\d)?b(?:-a\d{1,2}b)?$/;

/**
 * Read on 2026-11-17: alibabacloud.com/help/en/model-studio, the pages compatibility-of-openai-with-dashscope,
 * compatibility-with-openai-responses-api, anthropic-api-messages, text-embedding-synchronous-api and rerank.
 * Accounts of other regions, and workspaces with their own domain, have the same paths at another host.
 */
export const qwen = createPreset({
  id: 'qwen',
  label: 'Qwen (Alibaba Cloud Model Studio)',
  apiKeyVariable: 'DASHSCOPE_API_KEY',
  apiKeyPage: 'https://www.alibabacloud.com/help/en/model-studio/get-api-key',
  base: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
  baseHelp:
    'In mainland China: https://dashscope.aliyuncs.com/compatible-mode/v1. A key belongs to one region.',
  endings: ['/compatible-mode/v1'],
  rootPaths: {
    'anthropic-messages': '/apps/anthropic/v1/messages',
    'jina-rerank': '/compatible-api/v1/reranks',
  },
  speaks: {
    chat: ['openai-chat', 'openai-responses', 'anthropic-messages', 'openai-completions'],
    embeddings: ['openai-embeddings'],
    rerank: ['jina-rerank'],
  },
  maxEmbeddingInputs: 10,
  chatHabits: { reasoning: 'enable_thinking' },
  changeRequest: (format, { upstreamModel, isStreamed }) =>
    format === 'openai-chat' && !isStreamed && REASONS_ONLY_IN_STREAMS.test(upstreamModel)
      ? { add: { enable_thinking: false } }
      : undefined,
  usualModels: ['qwen*', 'qwq-*', 'qvq-*'],
});
