import { type FormatId } from '#wire';
import { buildBearerHeader, joinUrl, withQuery } from '../base-url.js';
import { apiKeysField, baseUrlField } from '../channel-fields.js';
import { MODELS_PER_PAGE, isJsonMap, findNames, toNextPage } from '../model-listing.js';
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
  apiKeyPage: 'https://dashboard.cohere.com/api-keys',
  fields: [baseUrlField({ default: BASE }), apiKeysField({ required: true })],
  speaks: { chat: ['cohere-chat'], embeddings: ['cohere-embeddings'], rerank: ['cohere-rerank'] },
  endpoint: (format, { baseUrl }) => joinUrl(getRoot(baseUrl), PATHS[format] ?? '/v2/chat'),
  authorize: buildBearerHeader,
  maxEmbeddingInputs: 96,
  listModels: {
    page: ({ baseUrl }, cursor) =>
      withQuery(joinUrl(getRoot(baseUrl), '/v1/models'), { page_size: MODELS_PER_PAGE, page_token: cursor }),
    read(body) {
      const ids = isJsonMap(body) ? findNames(body['models'], 'name') : undefined;
      if (ids === undefined || !isJsonMap(body)) return undefined;
      return { ids, ...toNextPage(body['next_page_token']) };
    },
  },
  usualModels: ['command-*', 'c4ai-*', 'embed-*', 'rerank-*'],
};
