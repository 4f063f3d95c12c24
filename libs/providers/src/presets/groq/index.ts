import { type FormatId, type RequestChange } from '#wire';
import { CACHE_MARKERS, ECHOED_MEMBERS, NO_NAMES } from '../chat-changes.js';
import { createPreset } from '../preset.js';

const UNKNOWN = 'Groq does not support it';

/**
 * Groq returns 400 for unknown members, also in messages (github.com/eigent-ai/eigent/issues/1827,
 * github.com/janhq/jan/issues/8136). Members that would change the response are left for Groq to refuse.
 */
const CHAT_CHANGE: RequestChange = {
  lost: {
    store: UNKNOWN,
    safety_identifier: UNKNOWN,
    verbosity: UNKNOWN,
    prediction: UNKNOWN,
    prompt_cache_key: UNKNOWN,
    prompt_cache_retention: UNKNOWN,
    reasoning: UNKNOWN,
    thinking: UNKNOWN,
  },
  each: {
    messages: {
      without: [...ECHOED_MEMBERS, ...CACHE_MARKERS],
      lost: NO_NAMES,
      each: { content: { without: CACHE_MARKERS } },
    },
    tools: { without: CACHE_MARKERS },
  },
};

/** See console.groq.com/docs/responses-api, unsupported features. It ignores `store`, and stores nothing. */
const RESPONSES_CHANGE: RequestChange = {
  without: ['store', 'include'],
  lost: { truncation: UNKNOWN, safety_identifier: UNKNOWN, prompt_cache_key: UNKNOWN },
};

const CHANGES: Partial<Record<FormatId, RequestChange>> = {
  'openai-chat': CHAT_CHANGE,
  'openai-responses': RESPONSES_CHANGE,
};

/** Read on 2026-11-17: console.groq.com/docs/openai and …/docs/api-reference. */
export const groq = createPreset({
  id: 'groq',
  label: 'Groq',
  apiKeyVariable: 'GROQ_API_KEY',
  apiKeyPage: 'https://console.groq.com/keys',
  base: 'https://api.groq.com/openai/v1',
  speaks: {
    chat: ['openai-chat', 'openai-responses'],
    speech: ['openai-speech'],
    transcription: ['openai-transcriptions'],
    'audio-translation': ['openai-audio-translations'],
  },
  changeRequest: (format) => CHANGES[format],
  usualModels: ['llama-*', 'groq/*', 'meta-llama/*', 'openai/gpt-oss-*', 'qwen/*'],
});
