import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Schema, unwrapResponse, api } from '../../api/client.js';
import { type TimeBucket } from '../../kit/charts/time-buckets.js';
import { type PeriodChoice } from '../../kit/period/period.js';
import { type PeriodState } from '../../kit/period/use-period.js';
import { type TimeZone } from '../../kit/time-zone/time-zone.js';
import { TOKENS } from '../tokens/token-queries.js';
import { type RankedGroup, rank } from './overview-figures.js';
import { sumFailures } from './failure-alerts.js';
import { chooseBucket, getRefreshMs } from './overview-period.js';

const OVERVIEW = ['overview'] as const;
export const NEWEST_COUNT = 8;
const MAX_RANKED = 5;
const REQUESTS_INTERVAL_MS = 5_000;
const HEALTH_INTERVAL_MS = 15_000;
const BUDGETS_INTERVAL_MS = 60_000;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** What the overview loads. */
export interface OverviewScope {
  period: PeriodState;
  zone: TimeZone;
  /** Whether the metrics are refetched regularly. */
  isLive: boolean;
}

export interface UsageOverTime {
  report: Schema<'UsageReportView'>;
  bucket: TimeBucket;
  /** The time zone of the days in the report. */
  zone: TimeZone;
  choice: PeriodChoice;
}

/** The sums per minute, hour or day, and the totals of this period and of the previous one. */
export function usageOverTime({ period, zone, isLive }: OverviewScope) {
  const bucket = chooseBucket(period.lengthMs);
  return queryOptions({
    queryKey: [...OVERVIEW, 'over-time', period.key, bucket === 'day' ? zone.name : ''],
    queryFn: async (): Promise<UsageOverTime> => {
      const query = {
        interval: bucket,
        time_zone: zone.name,
        latency: true,
        totals: true,
        ...period.range(),
      };
      const report = await unwrapResponse(api.GET('/api/usage', { params: { query } }));
      return { report, bucket, zone, choice: period.choice };
    },
    refetchInterval: isLive && getRefreshMs(period.choice),
    placeholderData: keepPreviousData,
  });
}

export function topEntries({ period, isLive }: OverviewScope, by: 'model' | 'token') {
  return queryOptions({
    queryKey: [...OVERVIEW, 'busiest', by, period.key],
    queryFn: async () => {
      const query = { interval: 'total', group_by: by, ...period.range() } as const;
      return rankedBy(by, await unwrapResponse(api.GET('/api/usage', { params: { query } })));
    },
    refetchInterval: isLive && getRefreshMs(period.choice),
    placeholderData: keepPreviousData,
  });
}

function rankedBy(by: 'model' | 'token', { data }: Schema<'UsageReportView'>): RankedGroup[] {
  return by === 'model'
    ? rank(data, ({ model = '' }) => ({ key: model, label: model }), MAX_RANKED)
    : rank(
        data,
        ({ token_id: id = '', token_name: name }) => ({ key: id, label: name ?? 'Deleted token' }),
        MAX_RANKED,
      );
}

export function newestRequests(isLive: boolean) {
  return queryOptions({
    queryKey: [...OVERVIEW, 'newest-requests'],
    queryFn: () => unwrapResponse(api.GET('/api/requests', { params: { query: { limit: NEWEST_COUNT } } })),
    refetchInterval: isLive && REQUESTS_INTERVAL_MS,
  });
}

export const health = queryOptions({
  queryKey: ['health'],
  queryFn: () => unwrapResponse(api.GET('/api/health')),
  refetchInterval: HEALTH_INTERVAL_MS,
});

/** The number of requests of the last 24 hours that failed before a channel was used, by outcome, most frequent first. */
export const failuresWithoutUsage = queryOptions({
  queryKey: [...OVERVIEW, 'failures-without-usage'],
  queryFn: async () => {
    const from = new Date(Date.now() - DAY_MS).toISOString();
    const { data } = await unwrapResponse(api.GET('/api/requests/refusals', { params: { query: { from } } }));
    return sumFailures(data);
  },
  refetchInterval: BUDGETS_INTERVAL_MS,
});

/** The budget of the gateway or of the signed-in member, and the most used budgets. */
export const budgets = queryOptions({
  queryKey: [...TOKENS, 'budgets'],
  queryFn: async () => (await unwrapResponse(api.GET('/api/budgets'))).data,
  refetchInterval: BUDGETS_INTERVAL_MS,
});
