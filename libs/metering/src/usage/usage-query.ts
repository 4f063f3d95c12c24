import { type UsageCounts, type UsageEvent } from './usage-event.js';

/** One request, as it is stored. */
export type UsageRecord = Omit<UsageEvent, 'budgetAccounts'>;

/** Everything that is given has to be so. */
export interface UsageFilter {
  tokenId?: string;
  owner?: string;
  model?: string;
  channel?: string;
  operation?: string;
  /** Hours are not added up by sessions: these sums are made from single requests. */
  sessionId?: string;
}

/** What single requests can be listed by; with the id behind it, each has a place of its own. */
export interface UsageOrder {
  by: 'started_at' | 'duration_ms' | 'cost';
  isDescending: boolean;
}

export interface UsageListQuery extends UsageFilter {
  format?: string;
  outcome?: string;
  /** Whatever did not end well. */
  isFailed?: boolean;
  /** Any of these. */
  outcomes?: readonly string[];
  /** Whatever did not end well, but for these. */
  failedBesides?: readonly string[];
  /** What their request ids begin with. */
  requestIdPrefix?: string;
  /** Whether it is known what they cost. */
  isPriced?: boolean;
  isCacheHit?: boolean;
  /** Whether moderation found something in them. */
  isFlagged?: boolean;
  /** Only those that took at least so long. */
  minDurationMs?: number;
  /** Of the moment at which requests began: from here on. */
  from?: Date;
  /** Up to here, and not this moment itself. */
  to?: Date;
  /** Newest first, where it is not said. */
  order?: UsageOrder;
  /** What the page before gave as `next`, in the same order. */
  after?: string;
  limit?: number;
}

export interface UsagePage {
  /** As ordered. */
  records: UsageRecord[];
  /** Undefined where there are no more. */
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
  /** Whole hours, in UTC; whole minutes, where these are asked for. */
  from: Date;
  to: Date;
  /** Minutes and sessions are known only of what is kept as rows. */
  per: 'minute' | 'hour' | 'day' | 'total';
  by?: readonly UsageGroup[];
}

export interface UsageSumsQuery extends UsageSlicing {
  /** How many sums are given at most. */
  limit?: number;
}

export interface UsageLatenciesQuery extends UsageSlicing {
  /** Which share of the rows is looked at, in percent. */
  samplePercent: number;
}

/** What is told of one slice of the time, and of one group in it. */
interface UsageSlice {
  /** The beginning of the minute, hour or day. */
  startsAt: Date;
  /** Of what was grouped by. */
  names: UsageNames;
}

/** How long requests took. */
export interface UsageLatency extends UsageSlice {
  durationP50Ms: number;
  durationP95Ms: number;
  /** Undefined where nothing was answered. */
  firstByteP50Ms?: number;
}

export interface UsageSum extends UsageSlice {
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
