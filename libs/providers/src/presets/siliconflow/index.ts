import { REASONED_CALLS } from '../chat-changes.js';
import { preset } from '../preset.js';

/** It is as strict there as at its maker (github.com/agentscope-ai/QwenPaw/issues/433). */
const THINKING_KIMI = /\/Kimi-K(?:2\.|2-Thinking|[3-9])/;

/** Read on 2026-11-17: docs.siliconflow.cn/cn/docs/api. Its images are not in the OpenAI style. */
export const siliconFlow = preset({
  id: 'siliconflow',
  label: 'SiliconFlow',
  apiKeyVariable: 'SILICONFLOW_API_KEY',
  base: 'https://api.siliconflow.cn/v1',
  baseHelp: 'Outside of China https://api.siliconflow.com/v1.',
  speaks: {
    chat: ['openai-chat', 'anthropic-messages'],
    embeddings: ['openai-embeddings'],
    speech: ['openai-speech'],
    transcription: ['openai-transcriptions'],
    rerank: ['jina-rerank'],
  },
  maxEmbeddingInputs: 32,
  chatHabits: { reasoning: 'enable_thinking', limit: 'max_tokens' },
  changeRequest: (format, { upstreamModel }) =>
    format === 'openai-chat' && THINKING_KIMI.test(upstreamModel)
      ? { each: { messages: REASONED_CALLS } }
      : undefined,
  usualModels: [
    'deepseek-ai/*',
    'Qwen/*',
    'zai-org/*',
    'moonshotai/*',
    'MiniMaxAI/*',
    'BAAI/*',
    'FunAudioLLM/*',
    'Pro/*',
  ],
});
