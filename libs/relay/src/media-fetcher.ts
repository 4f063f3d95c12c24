import { FetchTime, PublicFetcher } from '#egress';
import { ByteBudget, type ByteHold } from '#limits';
import { Inject, Injectable } from '@nestjs/common';
import { RELAY_OPTIONS, type RelayOptions } from './relay-options.js';

const MAX_MEDIA_BYTES = 20 * 1024 * 1024;
/** For all links of one request together. */
const LINKS_MS = 30_000;

export interface FetchMediaOptions {
  /** A limit below `MAX_MEDIA_BYTES`. */
  maxBytes?: number;
  signal?: AbortSignal;
  /** Counts the bytes until it is released. Without it, they are counted only while they are fetched. */
  hold?: ByteHold;
  /** The time that is left for links of the request. */
  time?: FetchTime;
}

export interface FetchedMedia {
  mediaType: string;
  base64: string;
}

/** Fetches a link of the client. Links to addresses that are not allowed are refused. */
export type FetchMedia = (url: string, options?: FetchMediaOptions) => Promise<FetchedMedia>;

/** Fetches links for upstreams that do not accept them. */
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
