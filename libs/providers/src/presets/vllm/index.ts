import { buildServerAdvice } from '../../advice.js';
import { createPreset } from '../preset.js';

/** Read on 2026-11-17: docs.vllm.ai/en/stable/serving/online_serving. */
export const vllm = createPreset({
  id: 'vllm',
  label: 'vLLM',
  base: 'http://127.0.0.1:8000/v1',
  needsKey: false,
  speaks: {
    chat: ['openai-chat', 'openai-responses', 'anthropic-messages', 'openai-completions'],
    embeddings: ['openai-embeddings'],
    transcription: ['openai-transcriptions'],
    'audio-translation': ['openai-audio-translations'],
    rerank: ['jina-rerank'],
  },
  countsTokens: true,
  advice: buildServerAdvice({
    start: 'Start it with `vllm serve`.',
    add: 'Use the name that the server was started with: the model or `--served-model-name`.',
  }),
});
