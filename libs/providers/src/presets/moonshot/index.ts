import { REASONED_CALLS } from '../chat-changes.js';
import { preset } from '../preset.js';

/** The others answer 400 to a call without what was thought (github.com/continuedev/continue/issues/11527). */
const THINKS_NOT = /^(?:moonshot-|kimi-latest|kimi-k2-(?!thinking))/;

/** Read on 2026-11-17: platform.kimi.ai/docs/api/overview and …/docs/guide/agent-support. */
export const moonshot = preset({
  id: 'moonshot',
  label: 'Moonshot AI (Kimi)',
  apiKeyVariable: 'MOONSHOT_API_KEY',
  base: 'https://api.moonshot.ai/v1',
  baseHelp: 'In mainland China https://api.moonshot.cn/v1.',
  endings: ['/v1'],
  apart: { 'anthropic-messages': '/anthropic/v1/messages' },
  speaks: { chat: ['openai-chat', 'openai-responses', 'anthropic-messages'] },
  chatHabits: { reasoning: 'thinking' },
  changeRequest: (format, { upstreamModel }) =>
    format === 'openai-chat' && !THINKS_NOT.test(upstreamModel)
      ? { each: { messages: REASONED_CALLS } }
      : undefined,
  usualModels: ['kimi-*', 'moonshot-*'],
});
