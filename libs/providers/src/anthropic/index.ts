import { below } from '../base-url.js';
import { type Provider } from '../provider.js';

const BASE = 'https://api.anthropic.com';
/** What a client of another format is spoken for in; a client of this one brings its own. */
const VERSION = '2023-06-01';

export const anthropic: Provider = {
  speaks: { chat: ['anthropic-messages'] },
  endpoint: (_format, { baseUrl = BASE }) => below(baseUrl.replace(/\/v1\/*$/, ''), '/v1/messages'),
  authorize: (apiKey) => ({ 'x-api-key': apiKey }),
  headers: { 'anthropic-version': VERSION },
  usualModels: ['claude-*'],
};
