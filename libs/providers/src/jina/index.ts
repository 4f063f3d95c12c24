import { bearer, below } from '../base-url.js';
import { type Provider } from '../provider.js';

const BASE = 'https://api.jina.ai/v1';

export const jina: Provider = {
  usualBaseUrl: BASE,
  speaks: { embeddings: ['jina-embeddings'], rerank: ['jina-rerank'] },
  endpoint: (format, { baseUrl = BASE }) =>
    below(baseUrl, format === 'jina-rerank' ? '/rerank' : '/embeddings'),
  authorize: bearer,
  usualModels: ['jina-*'],
};
