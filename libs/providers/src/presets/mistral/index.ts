import { type RequestChange } from '#wire';
import { CACHE_MARKS, ECHOED_MEMBERS, NO_NAMES, OLDER_ROLES } from '../chat-changes.js';
import { preset } from '../preset.js';

const UNKNOWN = 'Mistral does not know it';

/**
 * It checks requests against a schema, and answers 422 to every other member (github.com/editor-code-assistant/eca/issues/231,
 * github.com/Gitlawb/openclaude/issues/739). Usage is in every stream, without being asked for.
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
      ...OLDER_ROLES,
      without: [...ECHOED_MEMBERS, 'reasoning', ...CACHE_MARKS],
      lost: NO_NAMES,
      each: { content: { without: CACHE_MARKS } },
    },
    tools: { without: CACHE_MARKS },
  },
};

/** Read on 2026-11-17: docs.mistral.ai/api. What it judges of a text has other categories than OpenAI's moderations. */
export const mistral = preset({
  id: 'mistral',
  label: 'Mistral AI',
  apiKeyVariable: 'MISTRAL_API_KEY',
  base: 'https://api.mistral.ai/v1',
  speaks: {
    chat: ['openai-chat'],
    embeddings: ['openai-embeddings'],
    transcription: ['openai-transcriptions'],
  },
  changeRequest: (format) => (format === 'openai-chat' ? CHAT_CHANGE : undefined),
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
