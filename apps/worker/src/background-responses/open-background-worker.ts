import { type ResponseWorker, openResponseWorker } from '#background-responses';
import { type HttpTransport, type PublicFetcher } from '#egress';
import { Relay, fetchMediaWith } from '#relay';

/** Longer than anything runs: nobody listens who would have to be told that an answer is still coming. */
const KEEP_ALIVE_MS = 24 * 60 * 60 * 1000;

type RelayParts = ConstructorParameters<typeof Relay>[0];

export interface BackgroundWorkerParts
  extends Omit<Parameters<typeof openResponseWorker>[0], 'relay'>, Pick<RelayParts, 'catalog' | 'media'> {
  http: HttpTransport;
  fetcher: PublicFetcher;
}

/** Runs responses through a relay of its own, the same as the one behind the API. */
export function openBackgroundWorker({
  catalog,
  http,
  fetcher,
  media,
  ...parts
}: BackgroundWorkerParts): ResponseWorker {
  const fetchMedia = fetchMediaWith(fetcher);
  const relay = new Relay({ catalog, http, fetchMedia, media, keepAliveMs: KEEP_ALIVE_MS });
  return openResponseWorker({ ...parts, relay });
}
