import { queryOptions } from '@tanstack/react-query';
import { api, getAnswer } from '../../api/client.js';
import { type paths } from '../../api/schema.js';

type OwnerListQuery = NonNullable<paths['/api/owners']['get']['parameters']['query']>;

const OWNERS = ['owners'] as const;

export function ownerList(query: OwnerListQuery) {
  return queryOptions({
    queryKey: [...OWNERS, 'list', query],
    queryFn: () => getAnswer(api.GET('/api/owners', { params: { query } })),
    staleTime: 30_000,
  });
}

export function oneOwner(name: string) {
  return queryOptions({
    queryKey: [...OWNERS, name],
    queryFn: () => getAnswer(api.GET('/api/owners/{name}', { params: { path: { name } } })),
  });
}

export function ownerPath(name: string): string {
  return `/owners/${encodeURIComponent(name)}`;
}

export function findNewestRequests(owner: string, limit: number) {
  return queryOptions({
    queryKey: ['requests', 'of-owner', owner, limit],
    queryFn: () => getAnswer(api.GET('/api/requests', { params: { query: { owner, limit } } })),
  });
}
