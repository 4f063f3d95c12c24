import { type UsageCounts, type UsageEvent } from './usage-event.js';

/** One request as it is stored. */
export type UsageRecord = Omit<UsageEvent, 'budgetAccounts'>;

/** All defined members must match. */
export interface UsageFilter {
  tokenId?: string;
  owner?: string;
  model?: string;
  channel?: string;
  operation?: string;
  /** Hourly sums are not grouped by session, so with this filter sums are computed from the requests. */
  sessionId?: string;
}

/** The sort order of a list of requests. The id is the second sort key, which makes the order total. */
export interface UsageOrder {
  by: 'started_at' | 'duration_ms' | 'cost';
  isDescending: boolean;
}

export interface UsageListQuery extends UsageFilter {
  format?: string;
  outcome?: string;
  /** Whether the gateway itself refused the requests. Refused requests have no usage event. */
  isRefused?: boolean;
  /** The error code that was sent to the client. */
  errorCode?: string;
  /** A part of the user agent, case-insensitive. */
  userAgent?: string;
  /** The minimum cost. */
  minCostMicroUsd?: number;
  /** Whether the outcome is an error. */
  isFailed?: boolean;
  /** Any of these outcomes. */
  outcomes?: readonly string[];
  /** Any outcome except `ok` and these. */
  failedBesides?: readonly string[];
  requestIdPrefix?: string;
  /** Whether the cost is known. */
  isPriced?: boolean;
  isCacheHit?: boolean;
  /** Whether moderation flagged the input. */
  isFlagged?: boolean;
  /** Whether the gateway estimated the usage. */
  isEstimated?: boolean;
  minDurationMs?: number;
  /** The start of the period of start times, inclusive. */
  from?: Date;
  /** The end of that period, exclusive. */
  to?: Date;
  /** Newest first by default. */
  order?: UsageOrder;
  /** `next` of the previous page, which must have had the same order. */
  after?: string;
  limit?: number;
}

export interface UsagePage {
  records: UsageRecord[];
  /** Undefined on the last page. */
  next?: string;
}

export interface UsageCount {
  count: number;
  /** Whether there are more than were counted. */
  hasMore: boolean;
}

export const USAGE_GROUPS = ['token', 'owner', 'model', 'channel', 'operation', 'session'] as const;

export type UsageGroup = (typeof USAGE_GROUPS)[number];
export type UsageNames = Readonly<Partial<Record<UsageGroup, string>>>;

export interface UsageSlicing extends UsageFilter {
  /**
   * If an hour is only partly in the period, its requests are summed individually. After these are deleted, the whole
   * hour counts for the period in which it begins.
   */
  from: Date;
  to: Date;
  /** Minutes and sessions are available only for requests that still have rows. */
  per: 'minute' | 'hour' | 'day' | 'total';
  /**
   * When the days begin, in ascending order, the first no later than `from`. UTC days by default. An hour that such a
   * time divides is treated like one that is only partly in the period.
   */
  dayStarts?: readonly Date[];
  by?: readonly UsageGroup[];
}

export interface UsageSumsQuery extends UsageSlicing {
  /** The maximum number of sums. */
  limit?: number;
}

export interface UsageLatenciesQuery extends UsageSlicing {
  /** The share of the table's pages that is read, in percent. */
  samplePercent: number;
}

/** A time slice and a group. */
interface UsageSlice {
  /** The beginning of the minute, hour or day. */
  startsAt: Date;
  /** The names of the groups in `by`. */
  names: UsageNames;
}

/** How long requests took. */
export interface UsageLatency extends UsageSlice {
  durationP50Ms: number;
  durationP95Ms: number;
  /** Undefined if no request received a response. */
  firstByteP50Ms?: number;
}

export interface UsageSum extends UsageSlice {
  requests: number;
  errors: number;
  cacheHits: number;
  estimated: number;
  usage: Required<UsageCounts>;
  costMicroUsd: number;
  /** How many requests are missing from the cost because their price is unknown. */
  unpriced: number;
  durationMs: number;
  firstByteMs: number;
  /** How many requests `firstByteMs` sums. */
  firstBytes: number;
}
