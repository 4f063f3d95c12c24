import { queryOptions } from '@tanstack/react-query';
import { type Schema, unwrapResponse, api } from '../../api/client.js';
import { type PeriodState } from '../../kit/period/use-period.js';

export type RequestAttempt = Schema<'RequestAttemptView'>;
export type RequestDetail = Schema<'RequestDetailView'>;
export type DeclaredFact = Schema<'RequestFactView'>;

export const REQUEST_FILTERS = [
  'id',
  'model',
  'token',
  'owner',
  'session',
  'channel',
  'outcome',
  'error_code',
  'client',
  'operation',
  'format',
  'min_duration_ms',
  'min_cost_usd',
  'cost',
  'cache_hit',
  'flagged',
  'estimated',
] as const;
export type RequestFilter = (typeof REQUEST_FILTERS)[number];

export interface RequestListQuery extends Partial<Record<RequestFilter, string>> {
  sort?: string;
  cursor?: string;
}

/** The declared facts of requests. They change only with the version of the gateway. */
export const requestFacts = queryOptions({
  queryKey: ['forms', 'request'],
  queryFn: async () => (await unwrapResponse(api.GET('/api/forms'))).request,
  staleTime: Number.POSITIVE_INFINITY,
});

const LIVE_INTERVAL_MS = 2_000;
const LIVE_COUNT_INTERVAL_MS = 10_000;

interface RequestListOptions {
  period: Pick<PeriodState, 'key' | 'range'>;
  /** Whether the data is refetched every few seconds while the page is visible. */
  isLive: boolean;
}

export function requestList(query: RequestListQuery, { period, isLive }: RequestListOptions) {
  return queryOptions({
    queryKey: ['requests', 'list', query, period.key],
    queryFn: () => {
      // The values come from the URL unchecked; the gateway validates them.
      const untypedQuery: object = { ...query, ...period.range() };
      return unwrapResponse(api.GET('/api/requests', { params: { query: untypedQuery } }));
    },
    refetchInterval: isLive && LIVE_INTERVAL_MS,
    placeholderData: (before) => before,
  });
}

/** The total number of requests in the list. */
export function requestCount(filters: Partial<Record<RequestFilter, string>>, options: RequestListOptions) {
  const { period, isLive } = options;
  return queryOptions({
    queryKey: ['requests', 'count', filters, period.key],
    queryFn: () => {
      const untypedQuery: object = { ...filters, ...period.range() };
      return unwrapResponse(api.GET('/api/requests/count', { params: { query: untypedQuery } }));
    },
    refetchInterval: isLive && LIVE_COUNT_INTERVAL_MS,
  });
}

/** The number of refused requests by token and reason. */
export function refusalCounts(
  { token, owner }: Partial<Record<RequestFilter, string>>,
  { period, isLive }: RequestListOptions,
) {
  return queryOptions({
    queryKey: ['requests', 'refusals', token, owner, period.key],
    queryFn: () =>
      unwrapResponse(
        api.GET('/api/requests/refusals', { params: { query: { ...period.range(), token, owner } } }),
      ),
    refetchInterval: isLive && LIVE_COUNT_INTERVAL_MS,
  });
}

export function oneRequest(id: string) {
  return queryOptions({
    queryKey: ['requests', id],
    queryFn: () => unwrapResponse(api.GET('/api/requests/{id}', { params: { path: { id } } })),
  });
}
