import { CALL_REASONING } from '../chat-changes.js';
import { createPreset } from '../preset.js';

/** All other models return 400 for a call without its reasoning (github.com/continuedev/continue/issues/11527). */
const NON_REASONING = /^(?:moonshot-|kimi-latest|kimi-k2-(?!thinking))/;

/** Read on 2026-11-17: platform.kimi.ai/docs/api/overview and …/docs/guide/agent-support. */
export const moonshot = createPreset({
  id: 'moonshot',
  label: 'Moonshot AI (Kimi)',
  apiKeyVariable: 'MOONSHOT_API_KEY',
  apiKeyPage: 'https://platform.moonshot.ai/console/api-keys',
  base: 'https://api.moonshot.ai/v1',
  baseHelp: 'In mainland China: https://api.moonshot.cn/v1.',
  endings: ['/v1'],
  rootPaths: { 'anthropic-messages': '/anthropic/v1/messages' },
  speaks: { chat: ['openai-chat', 'openai-responses', 'anthropic-messages'] },
  chatHabits: { reasoning: 'thinking' },
  changeRequest: (format, { upstreamModel }) =>
    format === 'openai-chat' && !NON_REASONING.test(upstreamModel)
      ? { each: { messages: CALL_REASONING } }
      : undefined,
  usualModels: ['kimi-*', 'moonshot-*'],
});
