import { below } from '../base-url.js';
import { type Provider } from '../provider.js';
import { anthropicModelListing } from './model-listing.js';

const BASE = 'https://api.anthropic.com';
/** What a client of another format is spoken for in; a client of this one brings its own. */
const VERSION = '2023-06-01';

const rootOf = (baseUrl = BASE): string => baseUrl.replace(/\/v1\/*$/, '');

export const anthropic: Provider = {
  usualBaseUrl: BASE,
  speaks: { chat: ['anthropic-messages'] },
  endpoint: (_format, { baseUrl }) => below(rootOf(baseUrl), '/v1/messages'),
  authorize: (apiKey) => ({ 'x-api-key': apiKey }),
  headers: { 'anthropic-version': VERSION },
  listModels: anthropicModelListing(rootOf),
  usualModels: ['claude-*'],
};
