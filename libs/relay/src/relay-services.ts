import { HttpTransport } from '#egress';
import { type ByteBudget } from '#limits';
import { MediaStore } from '#media';
import { Inject, Injectable } from '@nestjs/common';
import { type FetchMedia, MediaFetcher } from './media-fetcher.js';
import { type RelayedRequest } from './relayed-request.js';
import { ModelRules } from './model-rules/model-rules.js';
import { RELAY_OPTIONS, type RelayOptions } from './relay-options.js';

/** The services that every kind of request needs. */
@Injectable()
export class RelayServices {
  readonly fetchMedia: FetchMedia;
  /** How much memory all requests of this process may hold. */
  readonly memory: ByteBudget;
  /** A keep-alive is written to a stream after this much silence. */
  readonly keepAliveMs: number;

  constructor(
    readonly http: HttpTransport,
    readonly media: MediaStore,
    readonly rules: ModelRules,
    fetcher: MediaFetcher,
    @Inject(RELAY_OPTIONS) { keepAliveMs }: RelayOptions,
  ) {
    this.fetchMedia = fetcher.fetch;
    this.memory = fetcher.memory;
    this.keepAliveMs = keepAliveMs;
  }

  /** Returns the fetch function for the links of one request, with its shared timeout. */
  createMediaFetch({ linkTime: time }: Pick<RelayedRequest, 'linkTime'>): FetchMedia {
    return (url, options) => this.fetchMedia(url, { ...options, time });
  }
}
