import { withoutTrailing } from '#canonical';
import { ownServerAdvice } from '../advice.js';
import { below } from '../base-url.js';
import { apiKeysField, baseUrlField } from '../channel-fields.js';
import { isJsonMap, namesIn } from '../model-listing.js';
import { openAiStyle } from '../openai-compatible/index.js';
import { type Provider } from '../provider.js';

const BASE = 'http://127.0.0.1:11434';

const getRoot = (baseUrl = BASE): string => withoutTrailing(baseUrl, '/').replace(/\/v1$/, '');

/** Its own address has no version; its OpenAI-style API lives below `/v1`. */
export const ollama: Provider = {
  id: 'ollama',
  label: 'Ollama',
  fields: [baseUrlField({ default: BASE }), apiKeysField({ required: false })],
  ...openAiStyle({
    speaks: { chat: ['openai-chat', 'openai-completions'], embeddings: ['openai-embeddings'] },
    base: (baseUrl) => `${getRoot(baseUrl)}/v1`,
  }),
  advice: ownServerAdvice({
    start: 'Start it with `ollama serve`.',
    add: 'Pull the model first, as in `ollama pull llama3.2`, and write its name with its tag.',
  }),
  /** The models that have been pulled. */
  listModels: {
    page: ({ baseUrl }) => below(getRoot(baseUrl), '/api/tags'),
    read(body) {
      const ids = isJsonMap(body) ? namesIn(body['models'], 'model', 'name') : undefined;
      return ids && { ids };
    },
  },
};
