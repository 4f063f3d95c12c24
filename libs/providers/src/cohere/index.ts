import { bearer, below } from '../base-url.js';
import { type Provider } from '../provider.js';
import { cohereModelListing } from './model-listing.js';

const BASE = 'https://api.cohere.com';

const rootOf = (baseUrl = BASE): string => baseUrl.replace(/\/v[12]\/*$/, '');

export const cohere: Provider = {
  usualBaseUrl: BASE,
  speaks: { embeddings: ['cohere-embeddings'], rerank: ['cohere-rerank'] },
  endpoint: (format, { baseUrl }) =>
    below(rootOf(baseUrl), format === 'cohere-rerank' ? '/v2/rerank' : '/v2/embed'),
  authorize: bearer,
  mostEmbeddingInputs: 96,
  listModels: cohereModelListing(rootOf),
  usualModels: ['embed-*', 'rerank-*'],
};
