import { type ClientFacts } from '#access';
import { type UpstreamReport } from '#canonical';
import { type RequestFacts } from '#declarations';
import { type PriceContext } from '../prices/price.js';

/**
 * One finished request, as it is stored. No member is optional, so that a source of requests that does not set one does not
 * compile.
 */
export interface UsageEvent extends RequestFacts {
  /** A UUID that is generated when the request begins. */
  id: string;
  /** The value of x-request-id; for a video, the id of its task. */
  requestId: string;
  startedAtMs: number;
  tokenId: string;
  owner: string;
  /** The name in the client's request. */
  model: string;
  /** The requested capability: chat, embeddings, images, … */
  operation: string;
  /** The client's wire format. */
  format: string;
  /** Of the attempt that succeeded, or of the last attempt. */
  channelId: string;
  channel: string;
  upstreamModel: string;
  isStreamed: boolean;
  /** `ok`, an ErrorKind, `process-died`, or an outcome that only videos have. */
  outcome: string;
  /** Undefined if no client was connected, and in requests from before this was stored. */
  client: ClientFacts | undefined;
  /** The upstream reported no usage. */
  isEstimated: boolean;
  isCacheHit: boolean;
  durationMs: number;
  usage: UsageCounts;
  /** Undefined if the price is unknown. 0 means free. */
  costMicroUsd: number | undefined;
  /** The cost that the upstream reported, even if another price was charged. */
  upstreamCostMicroUsd: number | undefined;
  /** The version of the price that was used. */
  priceVersion: string | undefined;
  /** What else the price depended on, if it did not depend on counts alone. */
  priceContext: PriceContext | undefined;
  /** Stored only if there was more than one attempt or a failed one. */
  attempts: UsageAttempt[];
  /** The accounts that are charged; the first is always the token's. */
  budgetAccounts: string[];
  /** Request parameters by their path, without content. Undefined if there were none. */
  parameters: Readonly<Record<string, string | number | boolean>> | undefined;
  /** The categories for which moderation flagged the input. */
  flagged: string[] | undefined;
}

/** No count is negative. */
export interface UsageCounts {
  inputTokens?: number;
  cachedInputTokens?: number;
  /** Tokens written to the cache, with any lifetime. */
  cacheWriteTokens?: number;
  /** The part of `cacheWriteTokens` with a lifetime of one hour. */
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
  /** Web searches by the model. */
  webSearches?: number;
  /** Containers in which the model ran code. */
  codeSessions?: number;
}

export interface UsageAttempt {
  channel: string;
  upstreamModel: string;
  outcome: string;
  upstreamStatus?: number;
  /** Time from the start of the request. Undefined in requests from before this was stored. */
  startedAfterMs?: number;
  /**
   * Time from the start of the attempt. Undefined if there was no response, or in requests from before this was stored.
   */
  firstByteMs?: number;
  durationMs: number;
  reason?: string;
  /** What the upstream reported about a failed attempt. */
  error?: AttemptError;
}

/** An error response of an upstream, or a connection error. Contains no keys and no addresses. */
export interface AttemptError {
  /** Absent if the operator has disabled storing messages, which may quote the request. */
  message?: string;
  type?: string;
  code?: string;
  /** The upstream's id of the request, for its support. */
  requestId?: string;
}

/** The part of a report that is stored; undefined if that part is empty. */
export function toStoredError(
  report: UpstreamReport | undefined,
  keepsMessages: boolean,
): AttemptError | undefined {
  if (report === undefined) return undefined;
  const { message, ...rest } = report;
  const stored = keepsMessages && message !== undefined ? { message, ...rest } : rest;
  return Object.keys(stored).length === 0 ? undefined : stored;
}
