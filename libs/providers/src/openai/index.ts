import { openAiStyleChat } from '../openai-compatible/index.js';
import { type Provider } from '../provider.js';

export const openAi: Provider = {
  chat: openAiStyleChat('https://api.openai.com/v1'),
  usualModels: ['gpt-*', 'chatgpt-*', 'o1*', 'o3*', 'o4*'],
};
