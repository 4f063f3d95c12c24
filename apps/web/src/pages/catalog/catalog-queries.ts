import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Schema, api, unwrapResponse } from '../../api/client.js';
import type { paths } from '../../api/schema.js';
import { TOKENS } from '../tokens/token-queries.js';

export type CatalogModel = Schema<'CatalogModelView'>;
export type CatalogQuery = NonNullable<paths['/api/model-catalog']['get']['parameters']['query']>;

/** A key below TOKENS, so that changes of tokens invalidate it: the tokens determine which models can be called. */
const CATALOG = [...TOKENS, 'model-catalog'] as const;

export function catalogList(query: CatalogQuery) {
  return queryOptions({
    queryKey: [...CATALOG, 'list', query],
    queryFn: () => unwrapResponse(api.GET('/api/model-catalog', { params: { query } })),
    placeholderData: keepPreviousData,
  });
}

export function catalogModel(id: string) {
  return queryOptions({
    queryKey: [...CATALOG, id],
    queryFn: () => unwrapResponse(api.GET('/api/model-catalog/{id}', { params: { path: { id } } })),
  });
}

/** The limits that all tokens of the signed-in user share. */
export const ownLimits = queryOptions({
  queryKey: [...TOKENS, 'own-limits'],
  queryFn: () => unwrapResponse(api.GET('/api/session/limits')),
  staleTime: 60_000,
});

/** The page of a model. The id is encoded, because it can contain slashes. */
export function catalogPath(id: string): string {
  return `/catalog/${encodeURIComponent(id)}`;
}
