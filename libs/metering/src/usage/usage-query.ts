import { type UsageCounts, type UsageEvent } from './usage-event.js';

/** One request, as it is stored. */
export type UsageRecord = Omit<UsageEvent, 'purses'>;

/** Everything that is given has to be so. */
export interface UsageFilter {
  tokenId?: string;
  owner?: string;
  model?: string;
  channel?: string;
  operation?: string;
}

export interface UsageListQuery extends UsageFilter {
  outcome?: string;
  /** Of the moment at which requests began: from here on. */
  from?: Date;
  /** Up to here, and not this moment itself. */
  to?: Date;
  /** What the page before gave as `next`. */
  after?: string;
  limit?: number;
}

export interface UsagePage {
  /** Newest first. */
  records: UsageRecord[];
  /** Undefined where there are no more. */
  next?: string;
}

export type UsageGroup = 'token' | 'owner' | 'model' | 'channel' | 'operation';

export interface UsageSumsQuery extends UsageFilter {
  /** Whole hours, in UTC. */
  from: Date;
  to: Date;
  per: 'hour' | 'day';
  by?: UsageGroup;
}

export interface UsageSum {
  /** The beginning of the hour or day. */
  startsAt: Date;
  /** The name of what was grouped by. */
  name?: string;
  requests: number;
  errors: number;
  cacheHits: number;
  estimated: number;
  usage: Required<UsageCounts>;
  costMicroUsd: number;
  /** How many requests are not in the cost, because nobody knows their price. */
  unpriced: number;
  durationMs: number;
  firstByteMs: number;
  /** How many requests are in the sum of first bytes. */
  firstBytes: number;
}
