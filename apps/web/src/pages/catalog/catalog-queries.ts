import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Schema, api, getAnswer } from '../../api/client.js';
import type { paths } from '../../api/schema.js';
import { TOKENS } from '../tokens/token-queries.js';

export type CatalogModel = Schema<'CatalogModelView'>;
export type CatalogQuery = NonNullable<paths['/api/model-catalog']['get']['parameters']['query']>;

/** Below the key of tokens: they decide which models may be called. */
const CATALOG = [...TOKENS, 'model-catalog'] as const;

export function catalogList(query: CatalogQuery) {
  return queryOptions({
    queryKey: [...CATALOG, 'list', query],
    queryFn: () => getAnswer(api.GET('/api/model-catalog', { params: { query } })),
    placeholderData: keepPreviousData,
  });
}

export function catalogModel(id: string) {
  return queryOptions({
    queryKey: [...CATALOG, id],
    queryFn: () => getAnswer(api.GET('/api/model-catalog/{id}', { params: { path: { id } } })),
  });
}

/** The limits of all tokens of the signed-in user together. */
export const ownLimits = queryOptions({
  queryKey: [...TOKENS, 'own-limits'],
  queryFn: () => getAnswer(api.GET('/api/session/limits')),
  staleTime: 60_000,
});

/** Ids may contain slashes. */
export function catalogPath(id: string): string {
  return `/catalog/${encodeURIComponent(id)}`;
}
