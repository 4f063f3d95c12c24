import { below } from '../base-url.js';
import { type ModelListing, isJsonMap, namesIn, nextOf } from '../model-listing.js';

const MOST_PER_PAGE = '1000';

export function cohereModelListing(rootOf: (baseUrl: string | undefined) => string): ModelListing {
  return {
    page({ baseUrl }, cursor) {
      const url = below(rootOf(baseUrl), '/v1/models');
      url.searchParams.set('page_size', MOST_PER_PAGE);
      if (cursor !== undefined) url.searchParams.set('page_token', cursor);
      return url;
    },
    read(body) {
      const ids = isJsonMap(body) ? namesIn(body['models'], 'name') : undefined;
      if (ids === undefined || !isJsonMap(body)) return undefined;
      return { ids, ...nextOf(body['next_page_token']) };
    },
  };
}
