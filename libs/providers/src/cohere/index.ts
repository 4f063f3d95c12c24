import { type FormatId } from '#wire';
import { bearer, below, withQuery } from '../base-url.js';
import { apiKeysField, baseUrlField } from '../channel-fields.js';
import { MODELS_PER_PAGE, isJsonMap, namesIn, getNext } from '../model-listing.js';
import { type Provider } from '../provider.js';

const BASE = 'https://api.cohere.com';

const PATHS: Partial<Record<FormatId, string>> = {
  'cohere-embeddings': '/v2/embed',
  'cohere-rerank': '/v2/rerank',
};

const getRoot = (baseUrl = BASE): string => baseUrl.replace(/\/v[12]\/*$/, '');

export const cohere: Provider = {
  id: 'cohere',
  label: 'Cohere',
  apiKeyVariable: 'COHERE_API_KEY',
  fields: [baseUrlField({ default: BASE }), apiKeysField({ required: true })],
  speaks: { chat: ['cohere-chat'], embeddings: ['cohere-embeddings'], rerank: ['cohere-rerank'] },
  endpoint: (format, { baseUrl }) => below(getRoot(baseUrl), PATHS[format] ?? '/v2/chat'),
  authorize: bearer,
  maxEmbeddingInputs: 96,
  listModels: {
    page: ({ baseUrl }, cursor) =>
      withQuery(below(getRoot(baseUrl), '/v1/models'), { page_size: MODELS_PER_PAGE, page_token: cursor }),
    read(body) {
      const ids = isJsonMap(body) ? namesIn(body['models'], 'name') : undefined;
      if (ids === undefined || !isJsonMap(body)) return undefined;
      return { ids, ...getNext(body['next_page_token']) };
    },
  },
  usualModels: ['command-*', 'c4ai-*', 'embed-*', 'rerank-*'],
};
