import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Schema, getAnswer, api } from '../../api/client.js';
import { type paths } from '../../api/schema.js';
import { type Ranked, rank, splitAt } from './overview-figures.js';
import { OVERVIEW_PERIODS, type OverviewPeriod, buildSpan } from './overview-period.js';

const OVERVIEW = ['overview'] as const;
const NEWEST = 8;
const MAX_RANKED = 5;
const REQUESTS_EVERY_MS = 5_000;
const HEALTH_EVERY_MS = 15_000;

export interface Asking {
  period: OverviewPeriod;
  isLive: boolean;
}

type UsageQuery = NonNullable<paths['/api/usage']['get']['parameters']['query']>;

async function usageReport(query: UsageQuery): Promise<Schema<'UsageReportView'>> {
  return getAnswer(api.GET('/api/usage', { params: { query } }));
}

/** The period and the one before it, bucket by bucket. */
export function usageOverTime({ period, isLive }: Asking) {
  const { bucket, everyMs } = OVERVIEW_PERIODS[period];
  return queryOptions({
    queryKey: [...OVERVIEW, 'over-time', period],
    queryFn: async () => {
      const span = buildSpan(period, new Date());
      const { data } = await usageReport({
        interval: bucket,
        from: span.previousFrom,
        to: span.to,
        latency: true,
      });
      return { period, span, ...splitAt(data, span.from) };
    },
    refetchInterval: isLive && everyMs,
    placeholderData: keepPreviousData,
  });
}

/** Latencies cannot be added up: those of the whole period are asked for as such. The gateway gives whole hours. */
export function latencies({ period, isLive }: Asking) {
  return queryOptions({
    queryKey: [...OVERVIEW, 'latencies', period],
    queryFn: async () => {
      const { previousFrom, from, to } = buildSpan(period, new Date());
      const asked = { interval: 'total', latency: true } as const;
      const [now, before] = await Promise.all([
        usageReport({ ...asked, from, to }),
        usageReport({ ...asked, from: previousFrom, to: from }),
      ]);
      return { period, since: now.from, now: now.data[0], before: before.data[0] };
    },
    refetchInterval: isLive && OVERVIEW_PERIODS[period].everyMs,
    placeholderData: keepPreviousData,
  });
}

export function busiest({ period, isLive }: Asking, by: 'model' | 'token') {
  return queryOptions({
    queryKey: [...OVERVIEW, 'busiest', by, period],
    queryFn: async () => {
      const { from, to } = buildSpan(period, new Date());
      const interval = period === '1h' ? 'minute' : 'total';
      return rankedBy(by, await usageReport({ interval, group_by: by, from, to }));
    },
    refetchInterval: isLive && OVERVIEW_PERIODS[period].everyMs,
    placeholderData: keepPreviousData,
  });
}

function rankedBy(by: 'model' | 'token', { data }: Schema<'UsageReportView'>): Ranked[] {
  return by === 'model'
    ? rank(data, ({ model = '' }) => ({ key: model, label: model }), MAX_RANKED)
    : rank(
        data,
        ({ token_id: id = '', token_name: name }) => ({ key: id, label: name ?? 'a token that is gone' }),
        MAX_RANKED,
      );
}

export function newestRequests(isLive: boolean) {
  return queryOptions({
    queryKey: [...OVERVIEW, 'newest-requests'],
    queryFn: () => getAnswer(api.GET('/api/requests', { params: { query: { limit: NEWEST } } })),
    refetchInterval: isLive && REQUESTS_EVERY_MS,
  });
}

export const health = queryOptions({
  queryKey: ['health'],
  queryFn: () => getAnswer(api.GET('/api/health')),
  refetchInterval: HEALTH_EVERY_MS,
});
