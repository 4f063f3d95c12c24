import { type Usage } from '#canonical';

/** Who gave an answer, and what it took: for the books, when it is given again. */
export interface AnswerOrigin {
  usage?: Usage;
  channelId?: string;
  channel?: string;
  upstreamModel?: string;
}

export interface CachedAnswer {
  /** A stream is given again as a stream. */
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

/** Where answers lie for all processes. */
export interface AnswerStore {
  find(owner: string, key: Buffer, nowMs: number): Promise<CachedAnswer | undefined>;
  /** Of two answers to the same the later stays. */
  save(owner: string, key: Buffer, answer: CachedAnswer): Promise<void>;
}
