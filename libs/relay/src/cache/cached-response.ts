import { type Usage } from '#canonical';

/** The channel and the usage of a response, for the usage records of cache hits. */
export interface ResponseOrigin {
  usage?: Usage;
  channelId?: string;
  channel?: string;
  upstreamModel?: string;
}

export interface CachedResponse {
  /** A streamed response is replayed as a stream. */
  isStreamed: boolean;
  headers: Record<string, string>;
  body: Buffer;
  origin: ResponseOrigin;
  keptAtMs: number;
  expiresAtMs: number;
}

export interface CacheHit {
  answer: CachedResponse;
  ageSeconds: number;
}

/** The store that all processes share. */
export interface CachedResponseStore {
  find(owner: string, key: Buffer, nowMs: number): Promise<CachedResponse | undefined>;
  /** Replaces an earlier response to the same request. */
  save(owner: string, key: Buffer, answer: CachedResponse): Promise<void>;
}
