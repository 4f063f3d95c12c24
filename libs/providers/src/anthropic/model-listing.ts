import { below } from '../base-url.js';
import { type ModelListing, isJsonMap, namesIn, nextOf } from '../model-listing.js';

const MOST_PER_PAGE = '1000';

export function anthropicModelListing(rootOf: (baseUrl: string | undefined) => string): ModelListing {
  return {
    page({ baseUrl }, cursor) {
      const url = below(rootOf(baseUrl), '/v1/models');
      url.searchParams.set('limit', MOST_PER_PAGE);
      if (cursor !== undefined) url.searchParams.set('after_id', cursor);
      return url;
    },
    read(body) {
      const ids = isJsonMap(body) ? namesIn(body['data'], 'id') : undefined;
      if (ids === undefined || !isJsonMap(body)) return undefined;
      return { ids, ...(body['has_more'] === true ? nextOf(body['last_id']) : {}) };
    },
  };
}
