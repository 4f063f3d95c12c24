import { below } from '../base-url.js';
import { type ModelListing, isJsonMap, namesIn } from '../model-listing.js';

/** All at once, at `/models`. Some servers of this style leave the wrapping away. */
export function openAiModelListing(base: (baseUrl: string | undefined) => string): ModelListing {
  return {
    page: ({ baseUrl }) => below(base(baseUrl), '/models'),
    read(body) {
      const ids = namesIn(isJsonMap(body) ? (body['data'] ?? body['models']) : body, 'id', 'name');
      return ids && { ids };
    },
  };
}
