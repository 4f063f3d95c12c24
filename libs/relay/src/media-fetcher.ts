import { FetchTime, PublicFetcher } from '#egress';
import { ByteBudget, type ByteHold } from '#limits';
import { Inject, Injectable } from '@nestjs/common';
import { RELAY_OPTIONS, type RelayOptions } from './relay-options.js';

const MAX_MEDIA_BYTES = 20 * 1024 * 1024;
/** What all links of one request may take together. */
const LINKS_MS = 30_000;

export interface FetchMediaOptions {
  /** No more than this, where that is less than the most that is ever taken. */
  maxBytes?: number;
  signal?: AbortSignal;
  /** What the bytes count to after they have come; without it they count only while they come. */
  hold?: ByteHold;
  /** Of the request that the link is in. */
  time?: FetchTime;
}

export interface FetchedMedia {
  mediaType: string;
  base64: string;
}

/** Brings the bytes behind a link that the client gave. Refuses links that may not be followed. */
export type FetchMedia = (url: string, options?: FetchMediaOptions) => Promise<FetchedMedia>;

/** What is behind a link, for upstreams that take no links. */
@Injectable()
export class MediaFetcher {
  private readonly linksMs: number;

  constructor(
    private readonly fetcher: PublicFetcher,
    readonly memory: ByteBudget,
    @Inject(RELAY_OPTIONS) { linksMs = LINKS_MS }: RelayOptions,
  ) {
    this.linksMs = linksMs;
  }

  readonly fetch: FetchMedia = async (url, options = {}) => {
    const { maxBytes = MAX_MEDIA_BYTES, signal, hold, time = new FetchTime() } = options;
    const counted = hold ?? this.memory.open();
    try {
      const { mediaType, bytes } = await time.during(this.linksMs, (over) =>
        this.fetcher.fetch(url, {
          maxBytes: Math.min(maxBytes, MAX_MEDIA_BYTES),
          signal: signal === undefined ? over : AbortSignal.any([over, signal]),
          timeoutMs: this.linksMs,
          onBytes: (length) => counted.take(length),
        }),
      );
      return { mediaType: mediaType ?? 'application/octet-stream', base64: bytes.toString('base64') };
    } finally {
      if (hold === undefined) counted.release();
    }
  };
}
