import { type PriceContext } from '../prices/price.js';

/** What one request did, as it is written down once it is over. */
export interface UsageEvent {
  /** A uuid, made when the request begins. */
  id: string;
  /** What the client sees as x-request-id; for a video the id of its task. */
  requestId: string;
  /** Which conversation of an agent it belongs to, where the client says so. */
  sessionId?: string;
  startedAtMs: number;
  tokenId: string;
  owner: string;
  /** As the client named it. */
  model: string;
  /** The capability that was asked for: chat, embeddings, images, … */
  operation: string;
  /** The client's wire format. */
  format: string;
  /** Of the attempt that answered, or of the last one. */
  channelId: string;
  channel: string;
  upstreamModel: string;
  isStreamed: boolean;
  /** `ok`, an ErrorKind, `process-died`, or what only a video can come to. */
  outcome: string;
  /** The upstream never said what it used. */
  isEstimated: boolean;
  isCacheHit: boolean;
  durationMs: number;
  firstByteMs?: number;
  usage: UsageCounts;
  /** Undefined where nobody knows the price; never 0 for that. */
  costMicroUsd?: number;
  /** What the upstream itself said that it costs, whether or not that counts. */
  upstreamCostMicroUsd?: number;
  /** Which version of a price was used. */
  priceVersion?: string;
  /** What the price depended upon besides counts, where it was more than those. */
  priceContext?: PriceContext;
  /** Stored where there was more than one, or one that failed. */
  attempts: UsageAttempt[];
  /** Accounts that the cost is charged to; the first is always the token's. */
  budgetAccounts: string[];
  /** What was asked for besides content, by the path of each parameter; undefined where nothing was. */
  parameters?: Readonly<Record<string, string | number | boolean>>;
  /** Categories, where moderation flagged the input. */
  flagged?: string[];
}

/** Every member is optional, and never negative. */
export interface UsageCounts {
  inputTokens?: number;
  cachedInputTokens?: number;
  /** However long the cache keeps them. */
  cacheWriteTokens?: number;
  /** Those of them that it keeps for an hour. */
  cacheWrite1hTokens?: number;
  outputTokens?: number;
  reasoningTokens?: number;
  audioInputTokens?: number;
  audioOutputTokens?: number;
  imageInputTokens?: number;
  imageOutputTokens?: number;
  images?: number;
  audioSeconds?: number;
  videoSeconds?: number;
  characters?: number;
  searchUnits?: number;
  /** Searches of the web that the model made by itself. */
  webSearches?: number;
  /** Containers that the model ran code in. */
  codeSessions?: number;
}

export interface UsageAttempt {
  channel: string;
  upstreamModel: string;
  outcome: string;
  upstreamStatus?: number;
  /** Since the request began. Undefined in requests from before this was kept. */
  startedAfterMs?: number;
  /** Since it began. Undefined where no answer came, and where this was not kept. */
  firstByteMs?: number;
  durationMs: number;
  reason?: string;
}
