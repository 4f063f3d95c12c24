import { openAiStyleChat } from '../openai-compatible/index.js';
import { type Provider } from '../provider.js';

const BASE = 'https://api.openai.com/v1';

export const openAi: Provider = {
  chat: openAiStyleChat({
    speaks: ['openai-chat', 'openai-responses', 'openai-completions'],
    base: (baseUrl = BASE) => baseUrl,
  }),
  usualModels: ['gpt-*', 'chatgpt-*', 'o1*', 'o3*', 'o4*'],
};
