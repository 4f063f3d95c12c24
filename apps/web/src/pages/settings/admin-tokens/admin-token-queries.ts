import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Schema, unwrapResponse, api } from '../../../api/client.js';
import type { paths } from '../../../api/schema.js';

export type AdminToken = Schema<'AdminTokenView'>;

export type AdminTokenListQuery = NonNullable<paths['/api/admin-tokens']['get']['parameters']['query']>;

export const ADMIN_TOKENS = ['admin-tokens'] as const;

export function adminTokenList(query: AdminTokenListQuery) {
  return queryOptions({
    queryKey: [...ADMIN_TOKENS, query],
    queryFn: () => unwrapResponse(api.GET('/api/admin-tokens', { params: { query } })),
    placeholderData: keepPreviousData,
  });
}
