import { type FormatId, type RequestChange } from '#wire';
import { CACHE_MARKS, ECHOED_MEMBERS, NO_NAMES } from '../chat-changes.js';
import { preset } from '../preset.js';

const UNKNOWN = 'Groq does not know it';

/**
 * It answers 400 to members that it does not know, also of messages (github.com/eigent-ai/eigent/issues/1827,
 * github.com/janhq/jan/issues/8136). What would change the answer is left for it to refuse.
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
      without: [...ECHOED_MEMBERS, ...CACHE_MARKS],
      lost: NO_NAMES,
      each: { content: { without: CACHE_MARKS } },
    },
    tools: { without: CACHE_MARKS },
  },
};

/** See console.groq.com/docs/responses-api, unsupported features. It keeps nothing, whether or not it is told to. */
const RESPONSES_CHANGE: RequestChange = {
  without: ['store', 'include'],
  lost: { truncation: UNKNOWN, safety_identifier: UNKNOWN, prompt_cache_key: UNKNOWN },
};

const CHANGES: Partial<Record<FormatId, RequestChange>> = {
  'openai-chat': CHAT_CHANGE,
  'openai-responses': RESPONSES_CHANGE,
};

/** Read on 2026-11-17: console.groq.com/docs/openai and …/docs/api-reference. */
export const groq = preset({
  id: 'groq',
  label: 'Groq',
  apiKeyVariable: 'GROQ_API_KEY',
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
