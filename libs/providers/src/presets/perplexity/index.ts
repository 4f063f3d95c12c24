import { openAiModelListing } from '../../openai-compatible/index.js';
import { createPreset, removeEnding } from '../preset.js';

const BASE = 'https://api.perplexity.ai';
const ENDINGS = ['/v1'];

/**
 * Read on 2026-11-17: docs.perplexity.ai/api-reference. Chat has no version in its path, newer endpoints have one.
 */
export const perplexity = createPreset({
  id: 'perplexity',
  label: 'Perplexity',
  apiKeyVariable: 'PERPLEXITY_API_KEY',
  apiKeyPage: 'https://www.perplexity.ai/account/api/keys',
  base: BASE,
  endings: ENDINGS,
  rootPaths: {
    'openai-responses': '/v1/responses',
    'openai-embeddings': '/v1/embeddings',
  },
  speaks: { chat: ['openai-chat', 'openai-responses'], embeddings: ['openai-embeddings'] },
  listModels: openAiModelListing((baseUrl = BASE) => `${removeEnding(baseUrl, ENDINGS)}/v1`),
  chatHabits: { limit: 'max_tokens' },
  usualModels: ['sonar*', 'pplx-*'],
});
