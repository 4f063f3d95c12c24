import { type RequestChange } from '#wire';
import { CACHE_MARKERS, ECHOED_MEMBERS, NO_NAMES, LEGACY_ROLES } from '../chat-changes.js';
import { createPreset } from '../preset.js';

const UNKNOWN = 'Mistral does not support it';

/**
 * Mistral validates requests against a schema, and returns 422 for unknown members
 * (github.com/editor-code-assistant/eca/issues/231, github.com/Gitlawb/openclaude/issues/739). Every stream contains
 * the usage.
 */
const CHAT_CHANGE: RequestChange = {
  without: ['stream_options'],
  lost: {
    store: UNKNOWN,
    user: UNKNOWN,
    safety_identifier: UNKNOWN,
    verbosity: UNKNOWN,
    service_tier: UNKNOWN,
    prompt_cache_key: UNKNOWN,
    prompt_cache_retention: UNKNOWN,
  },
  rename: { max_completion_tokens: 'max_tokens', seed: 'random_seed' },
  each: {
    messages: {
      ...LEGACY_ROLES,
      without: [...ECHOED_MEMBERS, 'reasoning', ...CACHE_MARKERS],
      lost: NO_NAMES,
      each: { content: { without: CACHE_MARKERS } },
    },
    tools: { without: CACHE_MARKERS },
  },
};

/** Read on 2026-11-17: docs.mistral.ai/api. Its moderation has other categories than OpenAI's. */
export const mistral = createPreset({
  id: 'mistral',
  label: 'Mistral AI',
  apiKeyVariable: 'MISTRAL_API_KEY',
  apiKeyPage: 'https://console.mistral.ai/api-keys',
  base: 'https://api.mistral.ai/v1',
  speaks: {
    chat: ['openai-chat'],
    embeddings: ['openai-embeddings'],
    transcription: ['openai-transcriptions'],
  },
  changeRequest: (format) => (format === 'openai-chat' ? CHAT_CHANGE : undefined),
  // The context of the model is full.
  chatHabits: { finishReasons: { model_length: 'length' } },
  usualModels: [
    'mistral-*',
    'ministral-*',
    'magistral-*',
    'codestral-*',
    'devstral-*',
    'pixtral-*',
    'voxtral-*',
    'open-mistral-*',
  ],
});
