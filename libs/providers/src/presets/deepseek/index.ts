import { LEGACY_ROLES, CALL_REASONING } from '../chat-changes.js';
import { createPreset } from '../preset.js';

/**
 * Read on 2026-11-17: api-docs.deepseek.com/guides/anthropic_api, …/guides/responses_api and …/guides/fim_completion.
 * Base URLs may also end with a version.
 */
export const deepSeek = createPreset({
  id: 'deepseek',
  label: 'DeepSeek',
  apiKeyVariable: 'DEEPSEEK_API_KEY',
  apiKeyPage: 'https://platform.deepseek.com/api_keys',
  base: 'https://api.deepseek.com',
  endings: ['/v1', '/beta'],
  rootPaths: {
    'anthropic-messages': '/anthropic/v1/messages',
    'openai-completions': '/beta/completions',
  },
  speaks: { chat: ['openai-chat', 'openai-responses', 'anthropic-messages', 'openai-completions'] },
  chatHabits: { reasoning: 'thinking-and-effort', limit: 'max_tokens' },
  changeRequest: (format, { upstreamModel }) =>
    format === 'openai-chat'
      ? { each: { messages: { ...LEGACY_ROLES, ...(canReason(upstreamModel) ? CALL_REASONING : {}) } } }
      : undefined,
  usualModels: ['deepseek-*'],
});

/** See …/guides/thinking_mode: all models reason except `deepseek-chat`. */
function canReason(model: string): boolean {
  return !model.startsWith('deepseek-chat');
}
