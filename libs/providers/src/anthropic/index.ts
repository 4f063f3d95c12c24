import { joinUrl, withQuery } from '../base-url.js';
import { apiKeysField, baseUrlField } from '../channel-fields.js';
import { MODELS_PER_PAGE, isJsonMap, findNames, toNextPage } from '../model-listing.js';
import { type Provider } from '../provider.js';

const BASE = 'https://api.anthropic.com';
/** Sent for clients of other formats; clients of this one send their own version. */
const VERSION = '2023-06-01';

const getRoot = (baseUrl = BASE): string => baseUrl.replace(/\/v1\/*$/, '');

export const anthropic: Provider = {
  id: 'anthropic',
  label: 'Anthropic',
  apiKeyVariable: 'ANTHROPIC_API_KEY',
  apiKeyPage: 'https://platform.claude.com/settings/keys',
  fields: [baseUrlField({ default: BASE }), apiKeysField({ required: true })],
  speaks: { chat: ['anthropic-messages'] },
  endpoint: (_format, { baseUrl }) => joinUrl(getRoot(baseUrl), '/v1/messages'),
  countEndpoint: (format, { baseUrl }) =>
    format === 'anthropic-messages' ? joinUrl(getRoot(baseUrl), '/v1/messages/count_tokens') : undefined,
  authorize: (apiKey) => ({ 'x-api-key': apiKey }),
  headers: { 'anthropic-version': VERSION },
  listModels: {
    page: ({ baseUrl }, cursor) =>
      withQuery(joinUrl(getRoot(baseUrl), '/v1/models'), { limit: MODELS_PER_PAGE, after_id: cursor }),
    read(body) {
      const ids = isJsonMap(body) ? findNames(body['data'], 'id') : undefined;
      if (ids === undefined || !isJsonMap(body)) return undefined;
      return { ids, ...(body['has_more'] === true ? toNextPage(body['last_id']) : {}) };
    },
  },
  usualModels: ['claude-*'],
};
