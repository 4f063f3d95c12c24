import { CALL_REASONING } from '../chat-changes.js';
import { createPreset } from '../preset.js';

/** These models require reasoning like those of Moonshot itself (github.com/agentscope-ai/QwenPaw/issues/433). */
const THINKING_KIMI = /\/Kimi-K(?:2\.|2-Thinking|[3-9])/;

/** Read on 2026-11-17: docs.siliconflow.cn/cn/docs/api. Images are not in the OpenAI style. */
export const siliconFlow = createPreset({
  id: 'siliconflow',
  label: 'SiliconFlow',
  apiKeyVariable: 'SILICONFLOW_API_KEY',
  apiKeyPage: 'https://cloud.siliconflow.cn/account/ak',
  base: 'https://api.siliconflow.cn/v1',
  baseHelp: 'Outside mainland China: https://api.siliconflow.com/v1.',
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
      ? { each: { messages: CALL_REASONING } }
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
