import { OLDER_ROLES, REASONED_CALLS } from '../chat-changes.js';
import { preset } from '../preset.js';

/**
 * Read on 2026-11-17: api-docs.deepseek.com/guides/anthropic_api, …/guides/responses_api and …/guides/fim_completion.
 * Clients may as well end its address with a version.
 */
export const deepSeek = preset({
  id: 'deepseek',
  label: 'DeepSeek',
  apiKeyVariable: 'DEEPSEEK_API_KEY',
  base: 'https://api.deepseek.com',
  endings: ['/v1', '/beta'],
  apart: {
    'anthropic-messages': '/anthropic/v1/messages',
    'openai-completions': '/beta/completions',
  },
  speaks: { chat: ['openai-chat', 'openai-responses', 'anthropic-messages', 'openai-completions'] },
  chatHabits: { reasoning: 'thinking-and-effort', limit: 'max_tokens' },
  changeRequest: (format, { upstreamModel }) =>
    format === 'openai-chat'
      ? { each: { messages: { ...OLDER_ROLES, ...(thinks(upstreamModel) ? REASONED_CALLS : {}) } } }
      : undefined,
  usualModels: ['deepseek-*'],
});

/** See …/guides/thinking_mode: all do, but for the one whose name stands for those that do not. */
function thinks(model: string): boolean {
  return !model.startsWith('deepseek-chat');
}
