import { withoutTrailing } from '#canonical';
import { buildServerAdvice } from '../advice.js';
import { joinUrl } from '../base-url.js';
import { apiKeysField, baseUrlField } from '../channel-fields.js';
import { isJsonMap, findNames } from '../model-listing.js';
import { openAiStyle } from '../openai-compatible/index.js';
import { type Provider } from '../provider.js';

const BASE = 'http://127.0.0.1:11434';

const getRoot = (baseUrl = BASE): string => withoutTrailing(baseUrl, '/').replace(/\/v1$/, '');

/** Its base URL has no version; its OpenAI-style API is below `/v1`. */
export const ollama: Provider = {
  id: 'ollama',
  label: 'Ollama',
  fields: [baseUrlField({ default: BASE }), apiKeysField({ required: false })],
  ...openAiStyle({
    speaks: { chat: ['openai-chat', 'openai-completions'], embeddings: ['openai-embeddings'] },
    base: (baseUrl) => `${getRoot(baseUrl)}/v1`,
  }),
  advice: buildServerAdvice({
    start: 'Start it with "ollama serve".',
    add: 'Pull the model first, for example with "ollama pull llama3.2", and use its name with its tag.',
  }),
  /** Lists the models that were pulled. */
  listModels: {
    page: ({ baseUrl }) => joinUrl(getRoot(baseUrl), '/api/tags'),
    read(body) {
      const ids = isJsonMap(body) ? findNames(body['models'], 'model', 'name') : undefined;
      return ids && { ids };
    },
  },
};
