import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Schema, api, unwrapResponse } from '../../api/client.js';
import type { paths } from '../../api/schema.js';

export type Owner = Schema<'OwnerView'>;

export type OwnerListQuery = NonNullable<paths['/api/owners']['get']['parameters']['query']>;

export const OWNERS = ['owners'] as const;

export function ownerList(query: OwnerListQuery) {
  return queryOptions({
    queryKey: [...OWNERS, 'list', query],
    queryFn: () => unwrapResponse(api.GET('/api/owners', { params: { query } })),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}

export function oneOwner(name: string) {
  return queryOptions({
    queryKey: [...OWNERS, 'one', name],
    queryFn: () => unwrapResponse(api.GET('/api/owners/{name}', { params: { path: { name } } })),
  });
}

/** Changes only the given limits. */
export async function changeOwnerLimits(name: string, body: Schema<'OwnerLimitsInput'>): Promise<Owner> {
  return unwrapResponse(api.PATCH('/api/owners/{name}', { params: { path: { name } }, body }));
}

export function findNewestRequests(owner: string, limit: number) {
  return queryOptions({
    queryKey: ['requests', 'of-owner', owner, limit],
    queryFn: () => unwrapResponse(api.GET('/api/requests', { params: { query: { owner, limit } } })),
  });
}
