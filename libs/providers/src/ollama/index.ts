import { withoutTrailing } from '#canonical';
import { openAiStyle } from '../openai-compatible/index.js';
import { type Provider } from '../provider.js';
import { ollamaModelListing } from './model-listing.js';

const BASE = 'http://127.0.0.1:11434';

const rootOf = (baseUrl = BASE): string => withoutTrailing(baseUrl, '/').replace(/\/v1$/, '');

/** Its own address has no version; its OpenAI-style API lives below `/v1`. */
export const ollama: Provider = {
  usualBaseUrl: BASE,
  ...openAiStyle({
    speaks: { chat: ['openai-chat', 'openai-completions'], embeddings: ['openai-embeddings'] },
    base: (baseUrl) => `${rootOf(baseUrl)}/v1`,
  }),
  listModels: ollamaModelListing(rootOf),
};
