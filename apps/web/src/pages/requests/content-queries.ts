import { queryOptions } from '@tanstack/react-query';
import { type Schema, api, unwrapResponse } from '../../api/client.js';

export type RequestContent = Schema<'RequestContentView'>;

/** Every response creates an entry in the audit log, so the content is loaded once, on demand, and never refetched. */
export function oneContent(id: string) {
  return queryOptions({
    queryKey: ['request-content', id],
    queryFn: () => unwrapResponse(api.GET('/api/requests/{id}/content', { params: { path: { id } } })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

export function deleteContent(id: string) {
  return unwrapResponse(api.DELETE('/api/requests/{id}/content', { params: { path: { id } } }));
}
