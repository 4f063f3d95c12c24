import { withoutTrailing } from '#canonical';
import { below, withQuery } from '../../base-url.js';
import { isJsonMap, namesIn } from '../../model-listing.js';
import { preset, removeEnding } from '../preset.js';

const MODELS_PER_PAGE = '100';

/**
 * Read on 2026-11-17: developers.cloudflare.com/workers-ai/configuration/open-ai-compatibility and
 * …/api/resources/ai/subresources/models. The account is a part of the address.
 */
export const cloudflare = preset({
  id: 'cloudflare',
  label: 'Cloudflare Workers AI',
  baseHelp: 'https://api.cloudflare.com/client/v4/accounts/ACCOUNT_ID/ai/v1',
  speaks: { chat: ['openai-chat', 'openai-responses'], embeddings: ['openai-embeddings'] },
  listModels: {
    page: ({ baseUrl = '' }, cursor) =>
      withQuery(below(removeEnding(withoutTrailing(baseUrl, '/'), ['/v1']), '/models/search'), {
        per_page: MODELS_PER_PAGE,
        page: cursor,
      }),
    read(body) {
      const ids = isJsonMap(body) ? namesIn(body['result'], 'name') : undefined;
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
