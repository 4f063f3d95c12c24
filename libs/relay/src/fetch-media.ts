import { type PublicFetcher } from '#egress';
import { type FetchMedia } from './chat/resolve-media.js';

const MAX_MEDIA_BYTES = 20 * 1024 * 1024;

/** What is behind a link, for upstreams that take no links. */
export function fetchMediaWith(fetcher: PublicFetcher): FetchMedia {
  return async (url) => {
    const { mediaType, bytes } = await fetcher.fetch(url, MAX_MEDIA_BYTES);
    return { mediaType: mediaType ?? 'application/octet-stream', base64: bytes.toString('base64') };
  };
}
