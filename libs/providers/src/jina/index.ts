import { buildBearerHeader, joinUrl } from '../base-url.js';
import { apiKeysField, baseUrlField } from '../channel-fields.js';
import { type Provider } from '../provider.js';

const BASE = 'https://api.jina.ai/v1';

export const jina: Provider = {
  id: 'jina',
  label: 'Jina AI',
  apiKeyVariable: 'JINA_API_KEY',
  apiKeyPage: 'https://jina.ai/?sui=apikey',
  fields: [baseUrlField({ default: BASE }), apiKeysField({ required: true })],
  speaks: { embeddings: ['jina-embeddings'], rerank: ['jina-rerank'] },
  endpoint: (format, { baseUrl = BASE }) =>
    joinUrl(baseUrl, format === 'jina-rerank' ? '/rerank' : '/embeddings'),
  authorize: buildBearerHeader,
  usualModels: ['jina-*'],
};
