import { HttpTransport } from '#egress';
import { ByteBudget } from '#limits';
import { MediaStore } from '#media';
import { Inject, Injectable } from '@nestjs/common';
import { type FetchMedia, MediaFetcher } from './media-fetcher.js';
import { RELAY_OPTIONS, type RelayOptions } from './relay-options.js';

/** What serving a request takes, whatever is asked for. */
@Injectable()
export class RelayTools {
  readonly fetchMedia: FetchMedia;
  /** How long a stream may be silent before its client is told that it lives. */
  readonly keepAliveMs: number;

  constructor(
    readonly http: HttpTransport,
    readonly media: MediaStore,
    /** What requests may hold in memory together. */
    readonly memory: ByteBudget,
    fetcher: MediaFetcher,
    @Inject(RELAY_OPTIONS) { keepAliveMs }: RelayOptions,
  ) {
    this.fetchMedia = fetcher.fetch;
    this.keepAliveMs = keepAliveMs;
  }
}
