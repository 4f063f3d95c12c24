import { openAiStyle } from '../openai-compatible/index.js';
import { type Provider } from '../provider.js';

const BASE = 'http://127.0.0.1:11434';

/** Its own address has no version; its OpenAI-style API lives below `/v1`. */
export const ollama: Provider = openAiStyle({
  speaks: { chat: ['openai-chat', 'openai-completions'], embeddings: ['openai-embeddings'] },
  base: (baseUrl = BASE) => `${baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1`,
});
