import { bearer, below } from '../base-url.js';
import { type Provider } from '../provider.js';

const BASE = 'https://api.cohere.com';

export const cohere: Provider = {
  speaks: { embeddings: ['cohere-embeddings'], rerank: ['cohere-rerank'] },
  endpoint: (format, { baseUrl = BASE }) =>
    below(baseUrl.replace(/\/v[12]\/*$/, ''), format === 'cohere-rerank' ? '/v2/rerank' : '/v2/embed'),
  authorize: bearer,
  mostEmbeddingInputs: 96,
  usualModels: ['embed-*', 'rerank-*'],
};
