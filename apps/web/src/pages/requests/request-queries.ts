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

export function requestList(query: RequestListQuery, period: Pick<PeriodPlace, 'key' | 'range'>) {
  return queryOptions({
    queryKey: ['requests', 'list', query, period.key],
    queryFn: () => {
      // The names of the address are checked by the gateway, which knows them best.
      const described: object = { ...query, ...period.range() };
      return getAnswer(api.GET('/api/requests', { params: { query: described } }));
    },
    placeholderData: (before) => before,
  });
}

export function oneRequest(id: string) {
  return queryOptions({
    queryKey: ['requests', id],
    queryFn: () => getAnswer(api.GET('/api/requests/{id}', { params: { path: { id } } })),
  });
}
