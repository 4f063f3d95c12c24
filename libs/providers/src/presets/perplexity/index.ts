import { openAiModelListing } from '../../openai-compatible/index.js';
import { preset, removeEnding } from '../preset.js';

const BASE = 'https://api.perplexity.ai';
const ENDINGS = ['/v1'];

/** Read on 2026-11-17: docs.perplexity.ai/api-reference. Chat has no version in its path; what came later has one. */
export const perplexity = preset({
  id: 'perplexity',
  label: 'Perplexity',
  apiKeyVariable: 'PERPLEXITY_API_KEY',
  base: BASE,
  endings: ENDINGS,
  apart: {
    'openai-responses': '/v1/responses',
    'openai-embeddings': '/v1/embeddings',
  },
  speaks: { chat: ['openai-chat', 'openai-responses'], embeddings: ['openai-embeddings'] },
  listModels: openAiModelListing((baseUrl = BASE) => `${removeEnding(baseUrl, ENDINGS)}/v1`),
  chatHabits: { limit: 'max_tokens' },
  usualModels: ['sonar*', 'pplx-*'],
});
