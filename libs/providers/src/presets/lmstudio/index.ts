import { buildServerAdvice } from '../../advice.js';
import { createPreset } from '../preset.js';

/** Read on 2026-11-17: lmstudio.ai/docs/api/openai-api and lmstudio.ai/docs/developer/anthropic-compat. */
export const lmStudio = createPreset({
  id: 'lmstudio',
  label: 'LM Studio',
  base: 'http://127.0.0.1:1234/v1',
  needsKey: false,
  speaks: {
    chat: ['openai-chat', 'openai-responses', 'anthropic-messages', 'openai-completions'],
    embeddings: ['openai-embeddings'],
  },
  advice: buildServerAdvice({
    start: 'Start the server in LM Studio, under Developer.',
    add: 'Load the model in LM Studio, and use its identifier as shown there.',
  }),
});
