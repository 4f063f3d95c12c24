import { withoutTrailing } from '#canonical';
import { joinUrl, withQuery } from '../../base-url.js';
import { isJsonMap, findNames } from '../../model-listing.js';
import { createPreset, removeEnding } from '../preset.js';

const MODELS_PER_PAGE = '100';

/**
 * Read on 2026-11-17: developers.cloudflare.com/workers-ai/configuration/open-ai-compatibility and
 * …/api/resources/ai/subresources/models. The account is part of the URL.
 */
export const cloudflare = createPreset({
  id: 'cloudflare',
  label: 'Cloudflare Workers AI',
  apiKeyPage: 'https://dash.cloudflare.com/profile/api-tokens',
  baseHelp: 'https://api.cloudflare.com/client/v4/accounts/ACCOUNT_ID/ai/v1',
  speaks: { chat: ['openai-chat', 'openai-responses'], embeddings: ['openai-embeddings'] },
  listModels: {
    page: ({ baseUrl = '' }, cursor) =>
      withQuery(joinUrl(removeEnding(withoutTrailing(baseUrl, '/'), ['/v1']), '/models/search'), {
        per_page: MODELS_PER_PAGE,
        page: cursor,
      }),
    read(body) {
      const ids = isJsonMap(body) ? findNames(body['result'], 'name') : undefined;
      if (ids === undefined || !isJsonMap(body)) return undefined;
      return { ids, ...findNextPage(body['result_info']) };
    },
  },
  usualModels: ['@cf/*'],
});

function findNextPage(info: unknown): { next?: string } {
  if (!isJsonMap(info)) return {};
  const { page, total_pages: total } = info;
  return typeof page === 'number' && typeof total === 'number' && page < total
    ? { next: String(page + 1) }
    : {};
}
