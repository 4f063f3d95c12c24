import { below } from '../base-url.js';
import { type ModelListing, isJsonMap, namesIn } from '../model-listing.js';

/** What has been pulled, by the names that it is run under. */
export function ollamaModelListing(rootOf: (baseUrl: string | undefined) => string): ModelListing {
  return {
    page: ({ baseUrl }) => below(rootOf(baseUrl), '/api/tags'),
    read(body) {
      const ids = isJsonMap(body) ? namesIn(body['models'], 'model', 'name') : undefined;
      return ids && { ids };
    },
  };
}
