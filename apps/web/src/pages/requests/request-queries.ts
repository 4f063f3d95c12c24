import { queryOptions } from '@tanstack/react-query';
import { type Schema, getAnswer, api } from '../../api/client.js';
import { type PeriodPlace } from '../../kit/period/use-period.js';

export type RequestAttempt = Schema<'RequestAttemptView'>;
export type RequestDetail = Schema<'RequestDetailView'>;

export const REQUEST_FILTERS = [
  'id',
  'model',
  'token',
  'owner',
  'session',
  'channel',
  'outcome',
  'operation',
  'format',
  'min_duration_ms',
  'cost',
  'cache_hit',
  'flagged',
] as const;
export type RequestFilter = (typeof REQUEST_FILTERS)[number];

export interface RequestListQuery extends Partial<Record<RequestFilter, string>> {
  sort?: string;
  cursor?: string;
}

const LIVE_MS = 2_000;
const LIVE_COUNT_MS = 10_000;

interface RequestListOptions {
  period: Pick<PeriodPlace, 'key' | 'range'>;
  /** Whether it is asked for again and again, as long as somebody looks at it. */
  isLive: boolean;
}

export function requestList(query: RequestListQuery, { period, isLive }: RequestListOptions) {
  return queryOptions({
    queryKey: ['requests', 'list', query, period.key],
    queryFn: () => {
      // The names of the address are checked by the gateway, which knows them best.
      const described: object = { ...query, ...period.range() };
      return getAnswer(api.GET('/api/requests', { params: { query: described } }));
    },
    refetchInterval: isLive && LIVE_MS,
    placeholderData: (before) => before,
  });
}

/** How many the list has on all its pages. */
export function requestCount(filters: Partial<Record<RequestFilter, string>>, options: RequestListOptions) {
  const { period, isLive } = options;
  return queryOptions({
    queryKey: ['requests', 'count', filters, period.key],
    queryFn: () => {
      const described: object = { ...filters, ...period.range() };
      return getAnswer(api.GET('/api/requests/count', { params: { query: described } }));
    },
    refetchInterval: isLive && LIVE_COUNT_MS,
  });
}

export function oneRequest(id: string) {
  return queryOptions({
    queryKey: ['requests', id],
    queryFn: () => getAnswer(api.GET('/api/requests/{id}', { params: { path: { id } } })),
  });
}
