import { type Usage } from '#canonical';

/** The channel and the usage of a response, for the usage records of cache hits. */
export interface AnswerOrigin {
  usage?: Usage;
  channelId?: string;
  channel?: string;
  upstreamModel?: string;
}

export interface CachedAnswer {
  /** A streamed response is replayed as a stream. */
  isStreamed: boolean;
  headers: Record<string, string>;
  body: Buffer;
  origin: AnswerOrigin;
  keptAtMs: number;
  expiresAtMs: number;
}

export interface CacheHit {
  answer: CachedAnswer;
  ageSeconds: number;
}

/** The store that all processes share. */
export interface AnswerStore {
  find(owner: string, key: Buffer, nowMs: number): Promise<CachedAnswer | undefined>;
  /** Replaces an earlier response to the same request. */
  save(owner: string, key: Buffer, answer: CachedAnswer): Promise<void>;
}
