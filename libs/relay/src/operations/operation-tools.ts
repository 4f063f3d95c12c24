import { HttpTransport } from '#egress';
import { MediaStore } from '#media';
import { Inject, Injectable } from '@nestjs/common';
import { type FetchMedia, MediaFetcher } from '../media-fetcher.js';
import { RELAY_OPTIONS, type RelayOptions } from '../relay-options.js';

/** What an attempt at any operation works with. */
@Injectable()
export class OperationTools {
  readonly fetchMedia: FetchMedia;
  readonly keepAliveMs: number;

  constructor(
    readonly http: HttpTransport,
    readonly media: MediaStore,
    fetcher: MediaFetcher,
    @Inject(RELAY_OPTIONS) { keepAliveMs }: RelayOptions,
  ) {
    this.fetchMedia = fetcher.fetch;
    this.keepAliveMs = keepAliveMs;
  }
}
