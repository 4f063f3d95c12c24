import { below } from '../base-url.js';
import { type ModelListing, isJsonMap, namesIn, nextOf } from '../model-listing.js';

const MOST_PER_PAGE = '1000';

export function geminiModelListing(rootOf: (baseUrl: string | undefined) => string): ModelListing {
  return {
    page({ baseUrl }, cursor) {
      const url = below(rootOf(baseUrl), '/v1beta/models');
      url.searchParams.set('pageSize', MOST_PER_PAGE);
      if (cursor !== undefined) url.searchParams.set('pageToken', cursor);
      return url;
    },
    read(body) {
      const names = isJsonMap(body) ? namesIn(body['models'], 'name') : undefined;
      if (names === undefined || !isJsonMap(body)) return undefined;
      // Those of the vendor are named by their place; what an account has tuned itself keeps it.
      const ids = names.map((name) => name.replace(/^models\//, ''));
      return { ids, ...nextOf(body['nextPageToken']) };
    },
  };
}
