import { HttpTransport } from '#egress';
import { type ByteBudget } from '#limits';
import { MediaStore } from '#media';
import { Inject, Injectable } from '@nestjs/common';
import { type FetchMedia, MediaFetcher } from './media-fetcher.js';
import { type RelayedRequest } from './relayed-request.js';
import { ModelRules } from './model-rules/model-rules.js';
import { RELAY_OPTIONS, type RelayOptions } from './relay-options.js';

/** What serving a request takes, whatever is asked for. */
@Injectable()
export class RelayTools {
  readonly fetchMedia: FetchMedia;
  /** What requests may hold in memory together. */
  readonly memory: ByteBudget;
  /** How long a stream may be silent before its client is told that it lives. */
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

  /** Fetches the links of one request, within the time that they have together. */
  fetchMediaOf({ linkTime: time }: Pick<RelayedRequest, 'linkTime'>): FetchMedia {
    return (url, options) => this.fetchMedia(url, { ...options, time });
  }
}
