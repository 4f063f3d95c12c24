import { PublicFetcher } from '#egress';
import { ByteBudget, type ByteHold } from '#limits';
import { Injectable } from '@nestjs/common';

const MAX_MEDIA_BYTES = 20 * 1024 * 1024;

export interface FetchMediaOptions {
  /** No more than this, where that is less than the most that is ever taken. */
  maxBytes?: number;
  signal?: AbortSignal;
  /** What the bytes count to after they have come; without it they count only while they come. */
  hold?: ByteHold;
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
  constructor(
    private readonly fetcher: PublicFetcher,
    readonly memory: ByteBudget,
  ) {}

  readonly fetch: FetchMedia = async (url, { maxBytes = MAX_MEDIA_BYTES, signal, hold } = {}) => {
    const counted = hold ?? this.memory.open();
    try {
      const { mediaType, bytes } = await this.fetcher.fetch(url, {
        maxBytes: Math.min(maxBytes, MAX_MEDIA_BYTES),
        signal,
        onBytes: (length) => counted.take(length),
      });
      return { mediaType: mediaType ?? 'application/octet-stream', base64: bytes.toString('base64') };
    } finally {
      if (hold === undefined) counted.release();
    }
  };
}
